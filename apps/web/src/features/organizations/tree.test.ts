import { expect, test } from 'vitest';
import { foundIn, organizationTree } from './tree.ts';

const nodes = [
  { id: 'root', parent_id: 'above', title: 'Комбинат' },
  { id: 'b', parent_id: 'root', title: 'Бухара' },
  { id: 's', parent_id: 'root', title: 'Самарканд' },
  { id: 'b1', parent_id: 'b', title: 'Бухара, склад' },
];
const shown = (rows: readonly { id: string; depth: number }[]) => rows.map((row) => `${row.depth}${row.id}`);

test('children follow their parents; parents above the first node are ignored', () => {
  expect(shown(organizationTree(nodes))).toEqual(['0root', '1b', '2b1', '1s']);
});

test('a search keeps the parents of its matches', () => {
  expect(shown(foundIn(nodes, ' СКЛАД бух '))).toEqual(['0root', '1b', '2b1']);
  expect(shown(foundIn(nodes, ''))).toHaveLength(4);
  expect(foundIn(nodes, 'Ташкент')).toEqual([]);
});

test('a cycle of parents does not hang the page', () => {
  const circle = [
    { id: 'x', parent_id: 'y', title: 'X' },
    { id: 'y', parent_id: 'x', title: 'Y' },
  ];
  expect(foundIn(circle, 'x')).toEqual([]);
});
