import { isFound } from '@sergak/contract/fold.rules.ts';
import type { DepartmentTree as Branch, TreeNode } from '@sergak/contract/departments/departments.schema.ts';
import { emptyTree, type Tree } from '@sergak/contract/departments/picker.ts';

/** The departments in the form that the ticking rules take. */
export const departmentTree = (branches: readonly Branch[]): Tree => {
  const nodes = new Map<string, TreeNode>();
  const children = new Map<string | null, readonly string[]>();
  const add = (parent: string | null, path: readonly string[], level: readonly Branch[]): void => {
    children.set(
      parent,
      level.map((one) => one.id),
    );
    for (const { children: below, ...node } of level) {
      nodes.set(node.id, { ...node, forced_count: 0, path: [...path], hint: '' });
      add(node.id, [...path, node.id], below);
    }
  };
  add(null, [], branches);
  return { ...emptyTree, nodes, children };
};

export type FoundDepartment = {
  readonly branches: readonly Branch[];
  /** Departments that are expanded because one of their children matches. */
  readonly way: ReadonlySet<string>;
  /** Number of matches that are not shown. */
  readonly left_out: number;
};

/** The tree of a search: at most `limit` matching departments, with their parents. */
export const narrowed = (branches: readonly Branch[], search: string, limit: number): FoundDepartment => {
  const way = new Set<string>();
  let found = 0;
  const level = (all: readonly Branch[]): Branch[] =>
    all.flatMap((one) => {
      const hit = isFound(one.title, search) && (found += 1) <= limit;
      const below = level(one.children);
      if (below.length > 0) way.add(one.id);
      // Children of a matching department can still be expanded and ticked.
      return hit || below.length > 0 ? [{ ...one, children: below.length > 0 ? below : one.children }] : [];
    });
  const left = level(branches);
  return { branches: left, way, left_out: Math.max(0, found - limit) };
};
