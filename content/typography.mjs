// No-break spaces of Russian texts, as the style sheet asks: after words of one or two letters, after №, between a number and
// its word, before a dash. `node content/typography.mjs` ties all texts of the starter library.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TIE = '\u00a0';

/** Returns a Russian text, or the text nodes of an HTML document, with its no-break spaces. */
export function tied(text) {
  let before = '';
  let after = text.replaceAll('&nbsp;', TIE);
  while (before !== after) {
    before = after;
    after = before.replace(/(?<![\p{L}\p{N}-])([А-Яа-яЁё]{1,2}) (?=\S)/gu, `$1${TIE}`);
  }
  return after
    .replace(/№ (?=\S)/g, `№${TIE}`)
    .replace(/(\d) (?=[А-Яа-яЁё%$])/g, `$1${TIE}`)
    .replace(/(\d) (?=\d{3}(?!\d))/g, `$1${TIE}`)
    .replace(/ (?=—)/g, TIE);
}

/** Returns an HTML text whose text nodes are tied; `space` is how the document writes a no-break space. */
export function tiedHtml(html, space = TIE) {
  let style = false;
  return html
    .split(/(<!--[\s\S]*?-->|<[^>]*>)/)
    .map((part) => {
      if (part.startsWith('<style')) style = true;
      if (part === '</style>') style = false;
      return part.startsWith('<') || style || !/[А-Яа-яЁё]/.test(part) ? part : tied(part).replaceAll(TIE, space);
    })
    .join('');
}

/** Returns a Markdown chapter whose text is tied; headings and code are kept. */
export function tiedChapter(text) {
  let code = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) code = !code;
      return code || line.startsWith('#') || line.startsWith('```') ? line : tied(line);
    })
    .join('\n');
}

/** The groups of digits of an Uzbek text, tied with this no-break space, and with the sum that they name. */
const tiedGroups = (text, space) => text.replace(/(\d) (?=\d{3}(?!\d)|soʻm)/g, `$1${space}`);

/** Changes every Russian text below the given keys of a value: objects with `ru`, at any depth; of Uzbek the numbers. */
const tieBelow = (value, tie, space = TIE) => {
  if (typeof value?.ru === 'string') {
    value.ru = tie(value.ru);
    if (typeof value.uz === 'string') value.uz = tiedGroups(value.uz, space);
  } else if (value && typeof value === 'object') for (const inner of Object.values(value)) tieBelow(inner, tie, space);
};

const change = (file, run) => {
  const before = readFileSync(file, 'utf8');
  const after = run(before);
  if (after !== before) writeFileSync(file, after);
};
/** `run` changes the value in place. A file that needs no change keeps its layout. */
const changeJson = (file, run) =>
  change(file, (text) => {
    const value = JSON.parse(text);
    const before = JSON.stringify(value);
    run(value);
    return JSON.stringify(value) === before ? text : `${JSON.stringify(value, null, 2)}\n`;
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = readdirSync(fileURLToPath(new URL('.', import.meta.url)), { recursive: true }).map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  const html = (text) => tiedHtml(text, '&nbsp;');
  for (const file of files.filter((name) => name.endsWith('template.json')))
    changeJson(file, ({ description, tips, email, page }) => {
      tieBelow([description, tips], tied);
      tieBelow([email, page], html, '&nbsp;');
    });
  for (const file of files.filter((name) => name.endsWith('page.json')))
    changeJson(file, ({ words }) => tieBelow(words, html, '&nbsp;'));
  for (const file of files.filter((name) => /programmes\.json$/.test(name)))
    changeJson(file, (list) => list.forEach(({ description }) => tieBelow([description], tied)));
  for (const file of files.filter((name) => /instructions.ru.[^/\\]*\.md$/.test(name))) change(file, tiedChapter);
  for (const file of files.filter((name) => name.endsWith('course.json')))
    changeJson(file, ({ modules, summary }) => {
      tieBelow(summary, (text) => tiedHtml(text));
      for (const { slides, questions } of Object.values(modules))
        tieBelow([slides, questions], (text) => tiedHtml(text));
    });
}
