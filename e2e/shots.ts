import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { screens, type ScreenId } from '../packages/contract/src/access/screens.ts';
import { signIn } from './people.ts';
import { addressOfScreen, adminParams, learnerParams } from './screen-addresses.ts';
import { demoSignIns, startProduct } from './server.ts';

// `npm run shots` runs this file (scripts/shots.mjs): pictures of all screens with the demo data, for review.
const folder = fileURLToPath(new URL('../shots/', import.meta.url));
const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const wanted = process.argv.slice(2);

const started = await startProduct();
const demo = await demoSignIns(started);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH!,
  args: ['--no-sandbox', '--disable-gpu'],
});
let taken = 0;
try {
  for (const language of ['ru', 'en', 'uz'])
    for (const theme of ['light', 'dark'] as const)
      for (const size of ['desk', 'phone'] as const) await walk(browser, language, theme, size);
  console.log(`${taken} pictures in shots/`);
} finally {
  await browser.close();
  await started.stop();
}

async function walk(from: Browser, language: string, theme: 'light' | 'dark', size: keyof typeof sizes) {
  for (const frame of ['bare', 'admin', 'learner'] as const) {
    const context = await from.newContext({
      viewport: sizes[size],
      colorScheme: theme,
      locale: 'ru-RU',
      timezoneId: 'Asia/Tashkent',
    });
    const page = await context.newPage();
    const who = demo.find((one) => one.role === (frame === 'learner' ? 'employee' : 'super_user'))!;
    if (frame !== 'bare') await signIn(page, started.portal, who, language);
    const params =
      frame === 'admin'
        ? await adminParams(context.request, started.portal)
        : frame === 'learner'
          ? await learnerParams(context.request, started.portal)
          : {};
    for (const id of Object.keys(screens) as ScreenId[]) {
      if (screens[id].frame !== frame || (wanted.length > 0 && !wanted.some((part) => id.includes(part)))) continue;
      const path = addressOfScreen(id, params);
      if (!path) continue;
      await page.goto(`${started.portal}${path}?lang=${language}`);
      await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined); // the live connection stays open
      await page.waitForTimeout(400);
      await mkdir(`${folder}${language}`, { recursive: true });
      await page.screenshot({ path: `${folder}${language}/${id}-${size}-${theme}.png`, fullPage: size === 'phone' });
      taken += 1;
    }
    await context.close();
  }
}
