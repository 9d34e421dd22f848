import { expect, test } from 'vitest';
import { partKind } from './part-names.ts';

test.each([
  ['', 'input', 'field'],
  ['', 'form', 'form'],
  ['', 'div', 'other'],
  ['own-text', 'h2', 'heading'],
  ['own-text', 'td', 'cell'],
  ['text', 'div', 'text'],
  ['link', 'a', 'link'],
  ['wrapper', 'body', 'wrapper'],
  ['', 'blink', 'other'],
])('a part of type «%s» with the tag %s is named as %s', (type, tag, kind) => {
  expect(partKind(type, tag)).toBe(kind);
});
