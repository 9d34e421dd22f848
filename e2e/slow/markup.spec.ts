import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { build } from 'vite';
import { mutations } from '../../apps/server/src/modules/phishing/mutations.fixture.ts';
import { sanitiseEmail, sanitisePage, sanitiseRedirectPage } from '../../apps/server/src/modules/phishing/sanitise.ts';
import { starterPhishing } from '../../apps/server/src/modules/phishing/starter-files.ts';

// Markup of emails and pages in a real browser, on empty pages without the product.

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

// Opens each email and page of the starter library in the real visual editor: nothing changes until somebody changes
// it, and then only the changed part.

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** Each email and each page of the library. The other languages have the same markup. */
const libraryTexts = async (): Promise<Map<string, string>> => {
  const { templates } = await starterPhishing();
  return new Map(
    templates.flatMap(({ slug, emailHtml, page, pageHtml }) => [
      [slug, emailHtml.ru],
      [`pages/${page.slug}`, pageHtml.ru],
    ]),
  );
};

/** A part of the canvas. */
type Part = {
  components: () => { readonly length: number; at: (index: number) => Part };
  is: (type: string) => boolean;
  get: (name: string) => string;
  set: (name: string, value: string) => void;
};
type Opened = {
  readonly load: (html: string) => void;
  readonly read: () => string;
  readonly editor: {
    getWrapper: () => Part & { find: (query: string) => Part[] };
    on: (name: string, run: () => void) => void;
  };
};
type Host = { openCanvas: (options: object) => Opened; opened?: Opened };

/** The files of the canvas of the editor. */
const buildEditor = async (): Promise<Map<string, string>> => {
  const made = (await build({
    configFile: false,
    logLevel: 'error',
    root: at('apps/web'),
    build: {
      write: false,
      minify: false,
      lib: { entry: at('apps/web/src/features/phishing/editor/grapes.ts'), formats: ['es'], fileName: 'canvas' },
    },
  })) as unknown as { output: { fileName: string; code?: string; source?: string }[] }[];
  return new Map(made[0]!.output.map((one) => [one.fileName, String(one.code ?? one.source)]));
};
let built: Promise<Map<string, string>> | undefined;

/** Opens the canvas of the editor on an empty page. */
const openEditor = async (page: Page): Promise<void> => {
  const files = await (built ??= buildEditor());
  const script = [...files.keys()].find((name) => name.endsWith('.js'))!;
  await page.route('**', (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    if (path === '')
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body><div id="canvas"></div>' });
    const body = files.get(path);
    return route.fulfill({
      status: body === undefined ? 404 : 200,
      contentType: path.endsWith('.js') ? 'text/javascript' : 'text/css',
      body: body ?? '',
    });
  });
  await page.goto('http://editor.test/');
  await page.evaluate(async (path) => {
    Object.assign(globalThis, await import(path));
  }, `/${script}`);
};

/** Shows a text on the canvas. Returns it as the editor would save it. */
const open = (page: Page, html: string): Promise<string> =>
  page.evaluate(async (source) => {
    const host = globalThis as unknown as Host;
    if (host.opened === undefined) {
      const container = document.querySelector('#canvas')!;
      const nothing = (): void => undefined;
      const options = {
        container,
        html: '<p></p>',
        language: 'ru',
        names: {},
        variables: { first_name: 'Имя', department: 'Отдел', organization: 'Организация', tracking: 'Счётчик' },
        onChange: nothing,
        onSelect: nothing,
      };
      await new Promise<void>((resolve) => {
        host.opened = host.openCanvas(options);
        host.opened.editor.on('load', () => resolve());
      });
    }
    const opened = host.opened!;
    opened.load(source);
    return opened.read();
  }, html);

/** Adds a word to the first part that holds text alone, as typing into it does. Returns the text afterwards. */
const change = (page: Page): Promise<{ html: string; before: string }> =>
  page.evaluate(() => {
    const opened = (globalThis as unknown as Host).opened!;
    const part = opened.editor
      .getWrapper()
      .find('*')
      .find((one) => !one.is('variable') && one.components().length === 1 && one.components().at(0).is('textnode'));
    const text = part!.components().at(0);
    const before = text.get('content');
    text.set('content', `${before} Новое`);
    return { html: opened.read(), before };
  });

test('an unchanged text of the library keeps every character, and a change stays where it was made', async ({
  page,
}) => {
  await openEditor(page);
  const texts = await libraryTexts();
  expect(texts.size).toBeGreaterThanOrEqual(64 + 21);
  for (const [name, html] of texts) {
    expect(await open(page, html), name).toBe(html);
    const changed = await change(page);
    const lines = html.split('\n');
    const now = changed.html.split('\n');
    expect(now.length, name).toBe(lines.length);
    const differing = lines.flatMap((line, i) => (line === now[i] ? [] : [i]));
    expect(differing, name).toHaveLength(1);
    expect(now[differing[0]!], name).toContain('Новое');
    expect(now[differing[0]!]!.replace(' Новое', '').replaceAll('&nbsp;', '\u00a0'), name).toBe(
      lines[differing[0]!]!.replaceAll('&nbsp;', '\u00a0').replace('&mdash;', '—'),
    );
  }
});

test('attributes of ours, comments for Outlook and held elements survive a change next to them', async ({ page }) => {
  await openEditor(page);
  const source = [
    '<!DOCTYPE html><html lang="ru"><head><style>.a{color:red}</style></head>',
    "<BODY style='margin:0' >",
    '<!--[if mso]><table><tr><td><![endif]-->',
    '<style>.b{color:blue}</style>',
    '<p>Раз <span data-tip="1">два</span> &laquo;три&raquo;</p>',
    '<table><tr><td>Имя<td>{{first_name}}</table>',
    '<form><input type=text DATA-FIELD="login" required></form>',
    '<img src="picture:0190b3c2-0000-7000-8000-000000000001" alt="">{{tracking}}',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</BODY></html>',
    '',
  ].join('\n');
  expect(await open(page, source)).toBe(source);
  const { html } = await change(page);
  const kept = source.split('\n').filter((line) => !line.startsWith('<p>') && !line.startsWith('<table>'));
  for (const line of kept) expect(html).toContain(line);
  expect(html).toContain('<span data-tip="1">два');
});
