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
    const measure = () => growthOf((size) => fn(textOf(size)), max, { from: Math.min(8_192, max / 4) });
    let growth = await measure();
    // Work out of proportion stays so; the garbage collector and other processes disturb now one size, now another.
    for (let again = 0; again < 3 && growth > RATIO_MAX; again += 1) growth = Math.min(growth, await measure());
    if (growth > RATIO_MAX) faults.push(`${JSON.stringify(piece)}: ×${growth.toFixed(1)} for twice the text`);
  }
  expect(faults).toEqual([]);
});
