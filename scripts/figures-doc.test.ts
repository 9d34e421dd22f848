import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figures } from '../packages/contract/src/figures/figures.rules.ts';
import { documentPath, figuresDocument } from './figures-doc.ts';
import { languages, readLocales } from './locale-files.ts';

test('docs/figures.md lists every figure as the contract defines it', () => {
  expect(readFileSync(documentPath, 'utf8'), 'run node scripts/figures-doc.ts').toBe(figuresDocument());
});

test.each(languages)('every figure has a name of its own (%s)', (language) => {
  const names = readLocales(language).get('figures')!;
  expect([...names.keys()].toSorted()).toEqual(Object.keys(figures).toSorted());
  expect(new Set(names.values()).size).toBe(names.size);
});
