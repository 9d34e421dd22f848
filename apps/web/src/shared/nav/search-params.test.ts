import { expect, test } from 'vitest';
import { keepIds, parseSearch, readState, stringifySearch, writeState } from './search-params.ts';

test('digits stay text and repeated names are lists', () => {
  expect(parseSearch('?search=123&tags=a&tags=b&flag=true')).toEqual({ search: '123', tags: ['a', 'b'], flag: 'true' });
  expect(stringifySearch({ search: '123', tags: ['a', 'b'], none: undefined, empty: '' })).toBe(
    '?search=123&tags=a&tags=b',
  );
  expect(stringifySearch({})).toBe('');
});

test('values have the types of their defaults, and defaults are omitted from the address', () => {
  const defaults = { page: 0, search: '', tags: [] as readonly string[], archived: false };
  const state = readState({ page: '2', search: '7', tags: 'x', archived: '1' }, defaults);
  expect(state).toEqual({ page: 2, search: '7', tags: ['x'], archived: true });
  expect(writeState({ tab: 'a', page: '2' }, defaults, { ...state, page: 0, archived: false })).toEqual({
    tab: 'a',
    search: '7',
    tags: ['x'],
  });
});

test('unreadable values in the address become the defaults', () => {
  expect(readState({ page: 'abc', archived: 'maybe' }, { page: 3, archived: true })).toEqual({
    page: 3,
    archived: true,
  });
});

test('values that are not ids are dropped', () => {
  const id = '0197f0a2-7c1e-7b8e-9d53-2f6a51a0c3d4';
  expect(keepIds(['not-an-id', id, `${id}0`, id.slice(1), ''])).toEqual([id]);
  expect([keepIds('not-an-id'), keepIds(id), keepIds('')]).toEqual(['', id, '']);
});
