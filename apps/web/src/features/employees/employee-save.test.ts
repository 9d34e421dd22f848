import { expect, test } from 'vitest';
import { ApiError } from '../../shared/api-error.ts';
import type { EmployeeRow } from '@sergak/contract/employees/employees.schema.ts';
import { differingFields, formerOf, employeeSave, staleFields, tagsOnTopOf, employeeValues } from './employee-save.ts';

const fresh = employeeValues(null);

test('only fields that differ are named', () => {
  expect(differingFields(fresh, fresh)).toEqual([]);
  expect(differingFields(fresh, { ...fresh, position: 'Кассир', department_id: 'a' })).toEqual([
    'position',
    'department_id',
  ]);
});

test('an edit conflict is distinguished from other errors', () => {
  const call = { url: '/', method: 'PATCH' };
  const details = { current: { version: 3 }, changes: [] };
  expect(staleFields(new ApiError(call, 409, { code: 'common.stale_version', details }))).toBe(details);
  expect(staleFields(new ApiError(call, 409, { code: 'employee.email_taken', details }))).toBeNull();
  expect(staleFields(new Error('x'))).toBeNull();
});

test('an address of a removed person is distinguished from an address in use', () => {
  const call = { url: '/', method: 'POST' };
  const details = { id: 'a', full_name: 'Азимова Анна', restorable: true };
  expect(formerOf(new ApiError(call, 409, { code: 'employee.was_removed', details }))).toBe(details);
  expect(formerOf(new ApiError(call, 409, { code: 'employee.email_taken', details }))).toBeNull();
});

const person = (version: number, tags: string[]): EmployeeRow =>
  ({
    ...fresh,
    id: 'p',
    version,
    department: { id: 'd', title: 'Отдел' },
    tags: tags.map((id) => ({ id, title: id, color: '' })),
  }) as never;

test('one save sends the version, the changed fields and the changed tags, and nothing else', () => {
  const base = person(3, ['a', 'b']);
  const values = { ...employeeValues(base), position: 'Кассир' };
  expect(employeeSave(base, values, ['b', 'c'])).toEqual({
    version: 3,
    position: 'Кассир',
    tags_added: ['c'],
    tags_removed: ['a'],
  });
});

test('after an edit conflict my choice of tags is applied on top of the changes of others', () => {
  const base = person(3, ['a', 'b']);
  // I removed `a` and added `c`; others removed `b` and added `d`
  expect(tagsOnTopOf(base, ['b', 'c'], person(4, ['a', 'd']))).toEqual(['d', 'c']);
  // others made the same changes
  expect(tagsOnTopOf(base, ['b', 'c'], person(4, ['b', 'c']))).toEqual(['b', 'c']);
});
