import { expect, test } from 'vitest';
import { allSelected, isSelected, nothingSelected, pageState, selectedCount, setSelected } from './selection.ts';

test('single rows are ticked and unticked', () => {
  const two = setSelected(nothingSelected, ['a', 'b'], true);
  expect(selectedCount(two, 50)).toBe(2);
  expect(setSelected(two, ['a'], false)).toEqual({ kind: 'some', ids: new Set(['b']) });
});

test('all found minus the exclusions', () => {
  const but = setSelected(allSelected, ['a', 'b'], false);
  expect(selectedCount(but, 487)).toBe(485);
  expect([isSelected(but, 'a'), isSelected(but, 'z')]).toEqual([false, true]);
  expect(setSelected(but, ['a'], true)).toEqual({ kind: 'all', excluded: new Set(['b']) });
});

test('selecting all clears earlier ids and exclusions', () => {
  expect(setSelected(allSelected, ['a'], true)).toEqual({ kind: 'all', excluded: new Set() });
  expect(selectedCount(allSelected, 0)).toBe(0);
});

test('the state of the checkbox of the page', () => {
  const one = setSelected(nothingSelected, ['a'], true);
  expect([
    pageState(one, ['a', 'b']),
    pageState(one, ['a']),
    pageState(one, ['c']),
    pageState(allSelected, ['c']),
    pageState(one, []),
  ]).toEqual(['some', 'all', 'none', 'all', 'none']);
});
