import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { join } from 'node:path';
import { root } from './lib.ts';

// Chromium as slow as a cheap laptop: its processor time is multiplied by THROTTLING, and what a person waits for is read from the
// browser's own clocks.

export const THROTTLING = 4;

type Seen = {
  /** When the largest part of the page was painted, in ms since the address was opened. */
  lcp: number;
  /** Delays of inputs until the next frame, in ms, as the browser reports them. */
  inputs: number[];
  /** From a click to the first frame with a change of the page, in ms. */
  answer: number | null;
};
declare global {
  // oxlint-disable-next-line no-var
  var sergakSeen: Seen;
}

/** Runs in the page, before its own scripts. */
const watch = (): void => {
  const seen: Seen = { lcp: 0, inputs: [], answer: null };
  globalThis.sergakSeen = seen;
  const observe = (type: string, use: (entry: PerformanceEntry) => void, options: object = {}): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true, ...options });
  observe('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  observe(
    'event',
    (entry) => {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0) seen.inputs.push(entry.duration);
    },
    { durationThreshold: 16 },
  );
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const changes = new MutationObserver(() => {
        changes.disconnect();
        // The task after the next frame.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => (seen.answer ??= performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        });
      });
      changes.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    { capture: true },
  );
};

/** Work of a fixed size, only of the browser itself: a long table is built, laid out and sorted. Returns the ms that it takes. */
const work = (): number => {
  const since = performance.now();
  const lines = Array.from(
    { length: 3_000 },
    (_, n) => `<tr><td>${(n * 7_919) % 3_001}</td><td>${n}</td><td>x</td></tr>`,
  );
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = `<table>${lines.join('')}</table>`;
  const rows = [...box.querySelectorAll('tr')].toSorted(
    (a, b) => Number(a.cells[0]!.textContent) - Number(b.cells[0]!.textContent),
  );
  rows[0]!.parentElement!.append(...rows);
  const took = box.offsetHeight > 0 ? performance.now() - since : 0;
  box.remove();
  return took;
};

export const openBrowser = async (): Promise<Browser> => {
  const { ensureChromium } = (await import(join(root, 'scripts/chromium.mjs'))) as {
    ensureChromium: (installed: { node: string; env: NodeJS.ProcessEnv }) => Promise<string | null>;
  };
  const executablePath = await ensureChromium({ node: process.execPath, env: process.env });
  if (executablePath === null) throw new Error('There is no Chromium here. Install one and set CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
};

/** A slow page of its own window. */
export const openSlowPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  return page;
};

/** Ms that work of a fixed size takes in a slow page now: what the machine is worth while the figures are measured. */
export const timeWork = async (browser: Browser): Promise<number> => {
  const context = await browser.newContext();
  try {
    const page = await openSlowPage(context);
    const times: number[] = [];
    for (let run = 0; run < 5; run++) times.push(await page.evaluate(work));
    return times.toSorted((a, b) => a - b)[2]!;
  } finally {
    await context.close();
  }
};

/** The longest delay of the inputs that `act` makes, and the time until the page answers its click; in ms. */
export const timeInput = async (
  page: Page,
  act: () => Promise<void>,
): Promise<{ readonly delay: number; readonly answer: number | null }> => {
  await page.evaluate(() => Object.assign(globalThis.sergakSeen, { inputs: [], answer: null }));
  await act();
  // Entries are reported after the frame that they wait for; inputs that took less than 16 ms are not reported at all.
  await page.waitForTimeout(1_200);
  const { inputs, answer } = await page.evaluate(() => globalThis.sergakSeen);
  return { delay: Math.max(16, ...inputs), answer };
};
