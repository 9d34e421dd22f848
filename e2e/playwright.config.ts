import { defineConfig } from '@playwright/test';

/** `npm run test:all` includes `slow/`. */
const ALL = process.env.SERGAK_TESTS === 'all';

// A real server with its own database and mailbox is started once (server.ts); Chromium comes from CHROMIUM_PATH.
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/**/*.spec.ts', 'walk/**/*.spec.ts', ...(ALL ? ['slow/**/*.spec.ts'] : [])],
  globalSetup: './setup.ts',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 3, // they wait for pages more than they work
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['line']],
  use: {
    // The product treats a headless browser as a mail scanner, as intended.
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    viewport: { width: 1440, height: 900 },
    // Without a graphics card each frame of an animation is drawn by the processor that the product needs.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    screenshot: process.env.E2E_PICTURES ? 'on' : 'only-on-failure',
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off', // it takes a picture of every step, also of those that go well
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without a graphics card Chromium would render each frame by slow emulation.
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
      ],
    },
  },
});
