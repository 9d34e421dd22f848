import { chromium, type Page } from '@playwright/test';
import { firstSignIn } from '../e2e/steps/officer.ts';
import { startProduct } from '../e2e/server.ts';
import { machineFacts, median, round, writeResults } from './lib.ts';

// Time from the arrival of the last chunk of the visual email editor until its canvas shows the email and can be edited,
// with the CPU slowed down four times. Needs a built web application and Chromium (CHROMIUM_PATH).
const ROUNDS = 5;
const SLOW_DOWN = 4;
const BAR_MS = 1500;
const facts = machineFacts();

type Loaded = { readonly chunk: number; readonly ready: number; readonly long: number };

/** Opens the editor with an empty cache and reads when it arrived and when it was ready, in ms after the navigation. */
const openEditor = async (page: Page, address: string): Promise<Loaded> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.addInitScript(() => {
    const noted = { ready: 0, long: 0 };
    Object.assign(globalThis, { noted });
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) noted.long = Math.max(noted.long, task.duration);
    }).observe({ type: 'longtask', buffered: true });
    const look = (): void => {
      if (document.querySelector('[data-ready] iframe.gjs-frame') === null) requestAnimationFrame(look);
      // Two frames later the canvas has been painted and answers presses.
      else requestAnimationFrame(() => requestAnimationFrame(() => void (noted.ready = performance.now())));
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(() => (globalThis as unknown as { noted: Loaded }).noted.ready > 0, null, {
    timeout: 120_000,
  });
  const loaded = await page.evaluate(() => {
    const { ready, long } = (globalThis as unknown as { noted: Loaded }).noted;
    const chunks = performance
      .getEntriesByType('resource')
      .filter((one) => /\/(?:visual-editor|grapes)[^/]*\.(?:js|css)/.test(one.name)) as PerformanceResourceTiming[];
    return { chunk: Math.max(...chunks.map((one) => one.responseEnd)), ready, long };
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return loaded;
};

const product = await startProduct({ SERGAK_DEMO: 'false' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const figures: Loaded[] = [];
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
  const officer = await context.newPage();
  await firstSignIn(officer, product);
  const read = async (path: string) =>
    (await officer.request.get(`${product.portal}/lk/api/v2/phishing/${path}`)).json();
  const [group] = (await read('templates')).data;
  const template = await read(`templates/${group.templates[0].id}`);
  const address = `${product.portal}/lk/admin/phishing/templates/${template.id}/email/${template.emails[0].id}/edit`;
  for (let n = 0; n < ROUNDS; n += 1) {
    const page = await context.newPage();
    figures.push(await openEditor(page, address));
    await page.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
const ready = median(figures.map((one) => one.ready - one.chunk));
writeResults(
  'editor',
  facts,
  [
    {
      name: `visual editor ready after its chunk, CPU slowed down ${SLOW_DOWN} times`,
      value: round(ready, 0),
      unit: 'ms',
      bar: `< ${BAR_MS}`,
      reached: ready < BAR_MS,
    },
  ],
  figures,
);
