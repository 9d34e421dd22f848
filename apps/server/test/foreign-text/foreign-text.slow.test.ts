import { expect, test } from 'vitest';
import { growthOf, RATIO_MAX } from './growth.ts';
import { functions } from './functions.ts';

/** Texts that make a careless parser search the rest of the input from each of their repetitions. */
const hostile = [
  ' ',
  '\n',
  '<br ',
  '<!--',
  '<![CDATA[',
  '<a href="',
  '<div>',
  '<p><b>',
  '&#',
  '&amp;',
  '((((',
  'url(',
  '/*',
  '@a{',
  '"',
  '\\',
  'a,',
  'a;"',
  '{{',
  '{{link}}',
  'a=b ',
  '%20',
  '/a',
  '\u0000a',
];

test.each(functions)('$name takes time in proportion to its text', { timeout: 300_000 }, async ({ fn, max }) => {
  const faults: string[] = [];
  for (const piece of hostile) {
    const textOf = (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
    const growth = await growthOf((size) => fn(textOf(size)), max, { from: Math.min(8_192, max / 4) });
    if (growth > RATIO_MAX) faults.push(`${JSON.stringify(piece)}: ×${growth.toFixed(1)} for twice the text`);
  }
  expect(faults).toEqual([]);
});
