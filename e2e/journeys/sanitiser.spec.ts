import { expect, test, type Page } from '@playwright/test';
import { mutations } from '../../apps/server/src/modules/phishing/mutations.fixture.ts';
import { sanitiseEmail, sanitisePage, sanitiseRedirectPage } from '../../apps/server/src/modules/phishing/sanitise.ts';

// Shows the output of the sanitiser to a browser without any other protection: no policy, no sandbox. No script may
// run, and nothing except the page itself may be requested.

const OWN = 'http://own.test/';
const cleaners = { sanitiseEmail, sanitisePage, sanitiseRedirectPage };

type Seen = { runs: number; foreign: string[] };

/** Shows texts as whole documents and as parts of a document (`innerHTML`), and counts script runs and requests. */
const openWatcher = async (page: Page) => {
  const seen: Seen = { runs: 0, foreign: [] };
  let shown = '';
  await page.exposeFunction('canary', () => void (seen.runs += 1));
  await page.route('**', (route) => {
    const url = route.request().url();
    if (url === OWN) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown });
    if (!url.startsWith(OWN)) seen.foreign.push(url);
    return route.fulfill({ status: 404, body: '' });
  });
  return async (html: string): Promise<Seen> => {
    seen.runs = 0;
    seen.foreign = [];
    shown = html;
    await page.goto(OWN, { waitUntil: 'load' });
    await page.evaluate(async (text) => {
      const box = document.createElement('div');
      (document.body ?? document.documentElement).append(box);
      box.innerHTML = text;
      // Parsed, serialised and parsed again, as editors and mail programs do.
      const written = box.innerHTML;
      box.innerHTML = written;
      await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    }, html);
    return { runs: seen.runs, foreign: [...seen.foreign] };
  };
};

test('the corpus is effective: without sanitising, most of it runs or loads', async ({ page }) => {
  const watch = await openWatcher(page);
  let alive = 0;
  for (const html of mutations.filter((one) => !/http-equiv="refresh"|<plaintext/.test(one))) {
    const { runs, foreign } = await watch(html);
    if (runs > 0 || foreign.length > 0) alive += 1;
  }
  expect(alive).toBeGreaterThan(mutations.length / 3);
});

test('after sanitising, none of it runs or requests anything', async ({ page }) => {
  const watch = await openWatcher(page);
  for (const [name, clean] of Object.entries(cleaners))
    for (const html of mutations) {
      const cleaned = clean(html);
      expect(await watch(cleaned), `${name}: ${html}\n${cleaned}`).toEqual({ runs: 0, foreign: [] });
    }
});
