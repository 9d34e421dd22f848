import { expect, test } from 'vitest';
import type { DepartmentTree as Branch } from '@sergak/contract/departments/departments.schema.ts';
import { emptyChoice, emptyTree, selectionOf, checkboxState, toggle } from '@sergak/contract/departments/picker.ts';
import { narrowed, departmentTree } from './department-branches.ts';

const branch = (id: string, title: string, children: Branch[] = [], own = 1): Branch => ({
  type: 'department',
  key: id,
  id,
  title,
  users_count: children.reduce((sum, one) => sum + one.users_count, own),
  isLeaf: children.length === 0,
  parent: null,
  children: children.map((one) => ({ ...one, parent: id })),
});

const company = [
  branch('works', 'Завод', [branch('shop', 'Цех № 1', [branch('shift', 'Смена А')]), branch('store', 'Склад')]),
  branch('office', 'Дирекция', [branch('cash', 'Касса')]),
];
const tree = departmentTree(company);
const chosen = (...ids: string[]) => ({ ...emptyChoice, departments: new Set(ids) });

test('every department knows its path, and every level is complete', () => {
  expect(tree.nodes.get('shift')!.path).toEqual(['works', 'shop']);
  expect(tree.children.get(null)).toEqual(['works', 'office']);
  expect(tree.children.get('works')).toEqual(['shop', 'store']);
  expect(departmentTree([])).toEqual({ ...emptyTree, children: new Map([[null, []]]) });
});

test('a ticked department includes its children; a ticked child makes its parents half ticked', () => {
  expect(['works', 'shop', 'shift', 'office'].map((id) => checkboxState(tree, chosen('works'), id))).toEqual([
    'on',
    'on',
    'on',
    'off',
  ]);
  expect(['works', 'shop', 'store'].map((id) => checkboxState(tree, chosen('shift'), id))).toEqual([
    'half',
    'half',
    'off',
  ]);
});

test('unticking a child of a ticked department leaves the other children ticked', () => {
  const left = selectionOf(toggle(tree, chosen('works', 'office'), 'shop', false));
  expect([...left.ids.include_departments!].sort()).toEqual(['office', 'store']);
});

test('a search keeps the matches and their parents, expanded', () => {
  const found = narrowed(company, 'смена', 10);
  expect(found.branches.map((one) => one.id)).toEqual(['works']);
  expect(found.branches[0]!.children.map((one) => one.id)).toEqual(['shop']);
  expect([...found.way].sort()).toEqual(['shop', 'works']);
  expect(found.left_out).toBe(0);
  expect(narrowed(company, 'бухгалтерия', 10).branches).toEqual([]);
});

test('children of a found department can still be expanded', () => {
  const found = narrowed(company, 'завод', 10);
  expect(found.way.size).toBe(0);
  expect(found.branches[0]!.children.map((one) => one.id)).toEqual(['shop', 'store']);
});

test('a search with too many matches shows the first of them and the number of hidden ones', () => {
  const many = [
    branch(
      'top',
      'Сеть',
      Array.from({ length: 7 }, (_, at) => branch(`s${at}`, `Магазин ${at}`)),
    ),
  ];
  const found = narrowed(many, 'магазин', 3);
  expect(found.branches[0]!.children.map((one) => one.id)).toEqual(['s0', 's1', 's2']);
  expect(found.left_out).toBe(4);
});
