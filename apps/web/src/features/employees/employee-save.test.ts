import { expect, test } from 'vitest';
import { ApiError } from '../../shared/api-error.ts';
import { differing, formerOf, staleOf, valuesOf } from './employee-save.ts';

const fresh = valuesOf(null);

test('only what differs is named', () => {
  expect(differing(fresh, fresh)).toEqual([]);
  expect(differing(fresh, { ...fresh, position: 'Кассир', department_id: 'a' })).toEqual(['position', 'department_id']);
});

test('a stale edit is told from other failures', () => {
  const call = { url: '/', method: 'PATCH' };
  const details = { current: { version: 3 }, changes: [] };
  expect(staleOf(new ApiError(call, 409, { code: 'common.stale_version', details }))).toBe(details);
  expect(staleOf(new ApiError(call, 409, { code: 'employee.email_taken', details }))).toBeNull();
  expect(staleOf(new Error('x'))).toBeNull();
});

test('an address that somebody removed had is told from one that is taken', () => {
  const call = { url: '/', method: 'POST' };
  const details = { id: 'a', full_name: 'Азимова Анна', restorable: true };
  expect(formerOf(new ApiError(call, 409, { code: 'employee.was_removed', details }))).toBe(details);
  expect(formerOf(new ApiError(call, 409, { code: 'employee.email_taken', details }))).toBeNull();
});
