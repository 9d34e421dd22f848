import { expect, test } from 'vitest';
import { hiddenDepartments, hiddenGroups } from './groups.rules.ts';
import { SMALLEST_GROUP } from './privacy.rules.ts';

const groupsOf = (...people: number[]) => people.map((n, i) => ({ id: String(i), people: n }));

test('groups of at least five people are shown, smaller groups are hidden', () => {
  expect([...hiddenGroups(groupsOf(5, 20, 7))]).toEqual([]);
  expect([...hiddenGroups(groupsOf(20, 3, 2))].sort()).toEqual(['1', '2']);
});

test('a small group cannot be derived from the total: the next smallest group is hidden with it', () => {
  expect([...hiddenGroups(groupsOf(20, 4, 9))].sort()).toEqual(['1', '2']);
});

test('whatever the sizes, what the total leaves after all shown groups is nobody, at least five people, or everybody', () => {
  for (let a = 0; a < 8; a++)
    for (let b = 0; b < 8; b++)
      for (let c = 0; c < 8; c++)
        for (let d = 0; d < 8; d++) {
          const groups = groupsOf(a, b, c, d);
          const hidden = hiddenGroups(groups);
          const shown = groups.filter((one) => !hidden.has(one.id));
          const rest = groups.filter((one) => hidden.has(one.id)).reduce((sum, one) => sum + one.people, 0);
          const visible = shown.reduce((sum, one) => sum + one.people, 0);
          expect(shown.every((one) => one.people === 0 || one.people >= SMALLEST_GROUP)).toBe(true);
          expect(rest === 0 || rest >= SMALLEST_GROUP || visible === 0).toBe(true);
        }
});

test('a department minus its shown children is a group as well', () => {
  const tree = (own: number, ...children: number[]) => [
    { id: 'top', parent_id: null, people: own },
    { id: 'rest', parent_id: null, people: 20 },
    ...children.map((people, i) => ({ id: String(i), parent_id: 'top', people })),
  ];
  expect([...hiddenDepartments(tree(0, 6, 7))]).toEqual([]);
  expect([...hiddenDepartments(tree(5, 6, 7))]).toEqual([]);
  expect([...hiddenDepartments(tree(2, 6, 7))], 'the two people of the department itself').toEqual(['0']);
  expect([...hiddenDepartments(tree(0, 3, 7))].sort()).toEqual(['0', '1']);
  expect([...hiddenDepartments(tree(1, 2))].sort(), 'a small department hides what is below it').toEqual([
    '0',
    'rest',
    'top',
  ]);
});
