import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { fillPreview, samplePerson } from '../apps/server/src/modules/phishing/preview-filling.ts';
import { prepareTemplate } from '../apps/server/src/modules/phishing/starter-copies.ts';
import { starterPhishing, type StarterTemplate } from '../apps/server/src/modules/phishing/starter-files.ts';
import { now } from '../apps/server/src/platform/clock.ts';
import { fillText, momentValues, personValues } from '../packages/contract/src/phishing/phishing.rules.ts';
import { language as languageSchema, type Language } from '../packages/contract/src/session/session.schema.ts';
import { escapeHtml } from '../packages/contract/src/text.rules.ts';

// `npm run content:pictures` runs this file (scripts/content-pictures.mjs): the emails and landing pages of the starter library,
// cleaned and filled as the product does it, with the invented person of its previews.
const { values: options, positionals: wanted } = parseArgs({
  options: {
    language: { type: 'string', default: 'ru' },
    dark: { type: 'boolean', default: false },
    phone: { type: 'boolean', default: false },
    out: { type: 'string', default: fileURLToPath(new URL('../shots/content', import.meta.url)) },
  },
  allowPositionals: true,
});
const language = languageSchema.parse(options.language);
const folder = resolve(options.out);
const organizations: Readonly<Record<Language, string>> = {
  ru: 'ООО «Пример»',
  en: 'Example Ltd',
  uz: '“Namuna” MChJ',
};

type What = 'email' | 'page';
type Picture = { readonly what: What; readonly name: string; readonly title: string; readonly html: string };

/** An email of each template, and a page wherever its text is another one. */
const pictures = async (): Promise<Picture[]> => {
  const { templates } = await starterPhishing();
  const values = personValues(
    samplePerson(language),
    organizations[language],
    momentValues(now(), language, 'Asia/Tashkent'),
  );
  const found: Picture[] = [];
  const seen = new Set<string>();
  const chosen = ({ slug, page }: StarterTemplate) =>
    wanted.length === 0 || wanted.some((part) => slug.includes(part) || page.slug.includes(part));
  for (const template of templates.filter(chosen)) {
    const { email, page } = (await prepareTemplate(template)).versions[language];
    const subject = fillText(email.subject, values);
    const from = `${email.sender_name} <${email.sender_address}>`;
    const html = fillPreview(email.html, values, 'email');
    found.push({ what: 'email', name: template.slug, title: `${subject} — ${from}`, html });
    const shown = fillPreview(page.html, values, 'page');
    if (seen.has(shown)) continue;
    seen.add(shown);
    found.push({ what: 'page', name: `${template.page.slug}--${template.slug}`, title: page.name, html: shown });
  }
  return found;
};

/** Mail programs darken emails by themselves, as this setting does; a landing page is only told what the reader prefers. */
const DARKENED = '--blink-settings=forceDarkModeEnabled=true';

/** Where a PNG file has its width. */
const PNG_WIDTH = 16;

const take = async (what: What, all: readonly Picture[]) => {
  const flags = options.dark && what === 'email' ? [DARKENED] : [];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH!,
    args: ['--no-sandbox', '--disable-gpu', ...flags],
  });
  try {
    const width = options.phone ? 390 : what === 'email' ? 760 : 1280;
    const context = await browser.newContext({
      viewport: { width, height: what === 'email' ? 200 : options.phone ? 844 : 800 },
      colorScheme: options.dark ? 'dark' : 'light',
      javaScriptEnabled: false,
      offline: true,
    });
    const page = await context.newPage();
    for (const one of all.filter((picture) => picture.what === what)) {
      await page.goto('about:blank'); // a new document: what the last one said about its colours ends
      await page.setContent(one.html);
      const png = await page.screenshot({ path: join(folder, fileOf(one)), fullPage: true });
      if (png.readUInt32BE(PNG_WIDTH) > width) console.log(`wider than the screen: ${fileOf(one)}`);
    }
  } finally {
    await browser.close();
  }
};

const look = [language, options.phone ? 'phone' : 'desk', options.dark ? 'dark' : 'light'].join('-');
const fileOf = ({ what, name }: Picture): string => `${look}-${what}-${name}.png`;

const sheet = (all: readonly Picture[]): string => {
  const part = (what: What) =>
    all
      .filter((one) => one.what === what)
      .map(
        (one) =>
          `<figure><a href="${fileOf(one)}"><img loading="lazy" src="${fileOf(one)}" alt=""></a><figcaption><b>${one.name}</b><br>${escapeHtml(one.title)}</figcaption></figure>`,
      )
      .join('\n');
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${look}</title>
<style>body{font:13px/1.4 sans-serif;margin:16px;background:#ddd}div{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:16px;align-items:start}
figure{margin:0;background:#fff;border-radius:6px;overflow:hidden}img{width:100%;display:block}figcaption{padding:8px;overflow-wrap:anywhere}</style>
<h2>${look}: emails</h2><div>${part('email')}</div><h2>${look}: landing pages</h2><div>${part('page')}</div></html>`;
};

await mkdir(folder, { recursive: true });
const all = await pictures();
await take('email', all);
await take('page', all);
await writeFile(join(folder, `${look}.html`), sheet(all));
console.log(`${all.length} pictures; see ${join(folder, `${look}.html`)}`);
