import { expect, test } from 'vitest';
import { resolveBlocks } from './import-blocks.ts';
import { changeMarkup } from './import-markup.ts';
import { openReport } from './import-report.ts';
import { openVariables } from './import-variables.ts';
import { readSourcePage } from './import-source.ts';

const change = (kind: 'email' | 'page', html: string): string => {
  const report = openReport();
  const source = readSourcePage(Buffer.from(html));
  const given = { language: 'ru', needsLink: false, source, report, variables: openVariables(kind, report) } as const;
  return changeMarkup({ ...given, kind, pictures: [], places: new Map() });
};
const MANY = 400_000;

// With a search among the siblings of each of them, these would not end within the time of a test: 300,000 comments took 31 s instead of 0.7 s.
test.each([
  ['email', '<!-- x -->'],
  ['email', '<script></script>'],
  ['email', '{{!-- '],
  ['page', '<input type=hidden>'],
] as const)('an import (%s) with very many equal siblings ends: %s', (kind, piece) => {
  expect(change(kind, `<p>Текст</p>${piece.repeat(MANY)}`)).toContain('Текст');
});

// With a choice of where the word ends, the first would not end within the time of a test: a part of it took 18 s instead of 0.1 s.
test.each([
  ['a long word and spaces', `{{${' '.repeat(9)}${'a'.repeat(60)}${' '.repeat(150)}`, 150_000],
  ['spaces', `{{${' '.repeat(4_000_000)}!`, 1],
  ['one word', `{{${'a'.repeat(4_000_000)}!`, 1],
  ['openings', '{% if ', 700_000],
  ['remarks', '{% comment %} endcomment ', 150_000],
] as const)('blocks in a large text are read in time: %s', (_, piece, times) => {
  const text = piece.repeat(times);
  expect(resolveBlocks(text, openReport())).toBe(text);
});

test.each(['/* ', '{', '.a:not(', '@media print{', '.a{display:none}', '}'])(
  'a large style sheet is read in time: %s',
  (piece) => {
    const html = `<style>${piece.repeat(4_000_000 / piece.length)}</style><form><input type="password"></form>`;
    expect(change('page', html)).toContain('password');
  },
);
