import { expect, test } from 'vitest';
import { employeeListQuery } from './employees.schema.ts';
import { emptyFilter, isAnyoneSelected, nobody, selectionOfIds } from './people-selection.rules.ts';
import { peopleSelection } from './people-selection.schema.ts';
import {
  countedOfSelection,
  filterOfQuery,
  queryOfFilter,
  selectionOfCount,
  selectionOfLists,
  selectionOfTargets,
  targetsOfSelection,
} from './people-selection.wire.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;

test('selections that campaigns and exports stored before departments and tags joined them are still read', () => {
  const stored = {
    all: true,
    ids: { include_ids: [], exclude_ids: [id(1)] },
    filter: { search: 'Анна', tags: [id(2)] },
  };
  expect(peopleSelection.parse(stored)).toEqual({ ...stored, filter: { ...emptyFilter, ...stored.filter } });
  expect(peopleSelection.parse({})).toEqual(nobody);
});

test('the lists of the specification are translated without loss', () => {
  const targets = { target_users: [id(1)], target_departments: [id(2)], exclude_users: [id(3)] };
  expect(targetsOfSelection(selectionOfTargets(targets))).toEqual(targets);
  const counted = { department_ids: [id(1)], user_ids: [id(2)], exclude_user_ids: [id(3)], excluded_tags: [id(4)] };
  expect(countedOfSelection(selectionOfCount(counted))).toEqual(counted);
  const lists = { users_ids: [], departments_ids: [], tags_ids: [id(5)] };
  expect(selectionOfLists(lists).ids.include_tags).toEqual([id(5)]);
  const filter = { ...emptyFilter, courses: [id(6)], role: ['operator' as const], riskLevelMin: 4 };
  expect(filterOfQuery(employeeListQuery.parse(queryOfFilter(filter)))).toEqual(filter);
});

test('someone is selected by an id, a department, a tag or the filter', () => {
  expect(isAnyoneSelected(nobody)).toBe(false);
  expect(isAnyoneSelected(selectionOfLists({ users_ids: [], departments_ids: [id(1)] }))).toBe(true);
  expect(isAnyoneSelected(selectionOfIds([id(1)]))).toBe(true);
  expect(isAnyoneSelected({ ...nobody, all: true })).toBe(true);
});
