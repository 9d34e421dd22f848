import { isFound } from '@sergak/contract/fold.rules.ts';

type Node = { readonly id: string; readonly parent_id: string | null; readonly title: string };
export type Branch<N extends Node> = N & { readonly depth: number };

/** Nodes in tree order, each child below its parent, with its depth. */
export const organizationTree = <N extends Node>(nodes: readonly N[]): Branch<N>[] => {
  const nodeIds = new Set(nodes.map((node) => node.id));
  const children = new Map<string | null, N[]>();
  for (const node of nodes) {
    const parent = node.parent_id !== null && nodeIds.has(node.parent_id) ? node.parent_id : null;
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  const walk = (parent: string | null, depth: number): Branch<N>[] =>
    (children.get(parent) ?? []).flatMap((node) => [{ ...node, depth }, ...walk(node.id, depth + 1)]);
  return walk(null, 0);
};

/** The tree of a search: titles that contain all of its words, with all of their parents. */
export const foundIn = <N extends Node>(nodes: readonly N[], search: string): Branch<N>[] => {
  if (search.trim() === '') return organizationTree(nodes);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  for (const node of nodes)
    if (isFound(node.title, search))
      for (let one: N | undefined = node; one && !kept.has(one.id); one = byId.get(one.parent_id ?? ''))
        kept.add(one.id);
  return organizationTree(nodes.filter((node) => kept.has(node.id)));
};
