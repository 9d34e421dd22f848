import { emptyFilter } from '../employees/people-selection.rules.ts';
import type { PeopleSelection } from '../employees/people-selection.schema.ts';
import type { TreeNode } from './departments.schema.ts';

/**
 * A choice of people in a tree that is loaded level by level. The functions are pure. The choice is kept apart from the loaded
 * nodes, so that a department can be chosen whole before it is opened.
 *
 * `departments` are chosen with everything in them, `people` one by one; `excluded` are people excluded from a chosen
 * department. Forced people belong whatever is ticked: the server reports their number for each node.
 */
export type Choice = {
  readonly departments: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
};
/** The loaded nodes by id, and the children of each open level (`null`: the top level). */
export type Tree = {
  readonly nodes: ReadonlyMap<string, TreeNode>;
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  /** Departments whose people are not all loaded yet. */
  readonly partial: ReadonlySet<string>;
};
export type Tick = 'on' | 'half' | 'off';

export const emptyTree: Tree = { nodes: new Map(), children: new Map(), partial: new Set() };
export const emptyChoice: Choice = { departments: new Set(), people: new Set(), excluded: new Set() };
/** Everyone: the top departments with all their children. A person unticked afterwards becomes an exclusion. */
export const chooseAll = (tree: Tree): Choice =>
  (tree.children.get(null) ?? []).reduce((choice, id) => toggle(tree, choice, id, true), emptyChoice);

/** Adds loaded nodes below `parent`; loading again adds new nodes. Search results have an undefined `parent`. */
export const withLoaded = (
  tree: Tree,
  parent: string | null | undefined,
  nodes: readonly TreeNode[],
  complete: boolean,
): Tree => {
  const all = new Map(tree.nodes);
  for (const node of nodes) all.set(node.id, node);
  if (parent === undefined) return { ...tree, nodes: all };
  const children = new Map(tree.children);
  children.set(parent, [...new Set([...(children.get(parent) ?? []), ...nodes.map((node) => node.id)])]);
  const partial = new Set(tree.partial);
  if (parent !== null) {
    if (complete) partial.delete(parent);
    else partial.add(parent);
  }
  return { nodes: all, children, partial };
};

const add = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...set, id]);
const remove = (set: ReadonlySet<string>, ids: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...set].filter((id) => !ids.has(id)));

/** The departments above a node, from the nearest up; known even if they are not loaded. */
export const ancestorsOf = (tree: Tree, id: string): readonly string[] =>
  [...(tree.nodes.get(id)?.path ?? [])].reverse();

/** All loaded nodes below a department. */
const below = (tree: Tree, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of tree.nodes.values()) if (node.path.includes(id)) found.add(node.id);
  return found;
};

const coveredByAbove = (tree: Tree, choice: Choice, id: string): boolean =>
  ancestorsOf(tree, id).some((one) => choice.departments.has(one));

/** Whether a node cannot be changed: the person, or everyone in the department, already belongs. */
export const isForced = (node: TreeNode): boolean => node.users_count > 0 && node.forced_count >= node.users_count;
const forcedPerson = (tree: Tree, id: string): boolean => {
  const node = tree.nodes.get(id);
  return node?.type === 'user' && isForced(node);
};

/** Whether a person is selected: forced, chosen, or in a chosen department and not excluded. */
const personOn = (tree: Tree, choice: Choice, id: string): boolean =>
  forcedPerson(tree, id) || (!choice.excluded.has(id) && (choice.people.has(id) || coveredByAbove(tree, choice, id)));

/** The box of a node. A department is half ticked if only some of its people are selected. */
export const checkboxState = (tree: Tree, choice: Choice, id: string): Tick => {
  const node = tree.nodes.get(id);
  if (node === undefined) return 'off';
  if (node.type === 'user') return personOn(tree, choice, id) ? 'on' : 'off';
  const inside = below(tree, id);
  if (choice.departments.has(id) || coveredByAbove(tree, choice, id))
    return [...inside].some((one) => choice.excluded.has(one)) ? reduced(tree, choice, id, inside) : 'on';
  return partOf(tree, choice, id, inside);
};

/** The people among the nodes who can be chosen, that is, who are not forced. */
const free = (tree: Tree, ids: ReadonlySet<string>): string[] =>
  [...ids].filter((one) => tree.nodes.get(one)?.type === 'user' && !forcedPerson(tree, one));

/** A chosen department with exclusions: off once all its people are excluded. */
const reduced = (tree: Tree, choice: Choice, id: string, inside: ReadonlySet<string>): Tick => {
  const out = free(tree, inside).filter((one) => choice.excluded.has(one)).length;
  return out >= tree.nodes.get(id)!.users_count ? 'off' : 'half';
};

/** A department that is not chosen itself: on if all its people are selected, half if some are. */
const partOf = (tree: Tree, choice: Choice, id: string, inside: ReadonlySet<string>): Tick => {
  const node = tree.nodes.get(id)!;
  const whole = [...inside].filter((one) => choice.departments.has(one));
  const counted = new Set<string>();
  let meant = node.forced_count;
  for (const one of whole) {
    if (ancestorsOf(tree, one).some((up) => whole.includes(up))) continue;
    const members = below(tree, one);
    for (const member of members) counted.add(member);
    const { users_count, forced_count } = tree.nodes.get(one)!;
    meant += users_count - forced_count - free(tree, members).filter((person) => choice.excluded.has(person)).length;
  }
  meant += free(tree, inside).filter((one) => !counted.has(one) && personOn(tree, choice, one)).length;
  if (meant === 0) return 'off';
  return meant >= node.users_count ? 'on' : 'half';
};

/**
 * Ticks or unticks a node. Ticking a department selects everyone in it and drops earlier choices inside it.
 * Unticking a node below a chosen department replaces that department by its other parts, one by one.
 */
export const toggle = (tree: Tree, choice: Choice, id: string, on: boolean): Choice => {
  const node = tree.nodes.get(id);
  if (node === undefined || forcedPerson(tree, id)) return choice;
  if (node.type === 'user') return on ? tickPerson(tree, choice, id) : untickPerson(tree, choice, id);
  const inside = below(tree, id);
  const cleared: Choice = {
    ...choice,
    departments: remove(choice.departments, new Set([...inside, id])),
    people: remove(choice.people, inside),
    excluded: remove(choice.excluded, inside),
  };
  if (on)
    return coveredByAbove(tree, cleared, id) ? cleared : { ...cleared, departments: add(cleared.departments, id) };
  return coveredByAbove(tree, choice, id) ? openAbove(tree, cleared, id) : cleared;
};

const tickPerson = (tree: Tree, choice: Choice, id: string): Choice => {
  const back = { ...choice, excluded: remove(choice.excluded, new Set([id])) };
  return coveredByAbove(tree, back, id) ? back : { ...back, people: add(back.people, id) };
};
const untickPerson = (tree: Tree, choice: Choice, id: string): Choice => {
  const out = { ...choice, people: remove(choice.people, new Set([id])) };
  return coveredByAbove(tree, out, id) ? { ...out, excluded: add(out.excluded, id) } : out;
};

/**
 * Replaces the chosen department above `id` by its parts without `id`. Every level on the way down is loaded, because
 * the node itself is visible. The choice loses people of these levels who are not loaded, so each level must be
 * loaded whole first (see {@link needsLoading}).
 */
const openAbove = (tree: Tree, choice: Choice, id: string): Choice => {
  const way = ancestorsOf(tree, id);
  const top = way.find((one) => choice.departments.has(one))!;
  const opened = way.slice(0, way.indexOf(top) + 1);
  const keep = new Set([id, ...way]);
  const departments = new Set(choice.departments);
  const chosen = new Set(choice.people);
  departments.delete(top);
  for (const level of opened) {
    for (const child of tree.children.get(level) ?? []) {
      if (keep.has(child)) continue;
      if (tree.nodes.get(child)?.type === 'department') departments.add(child);
      else if (!choice.excluded.has(child) && !forcedPerson(tree, child)) chosen.add(child);
    }
  }
  return { departments, people: chosen, excluded: remove(choice.excluded, chosen) };
};

/** Levels that must be loaded whole before this department can be unticked without losing people. */
export const needsLoading = (tree: Tree, choice: Choice, id: string): readonly string[] => {
  if (tree.nodes.get(id)?.type !== 'department' || !coveredByAbove(tree, choice, id)) return [];
  const way = ancestorsOf(tree, id);
  const opened = way.slice(0, way.findIndex((one) => choice.departments.has(one)) + 1);
  return opened.filter((level) => !tree.children.has(level) || tree.partial.has(level));
};

/** The choice as the calls send it. Forced people already belong and are not included. */
export const selectionOf = (choice: Choice): PeopleSelection => ({
  all: false,
  ids: {
    include_ids: [...choice.people],
    include_departments: [...choice.departments],
    exclude_ids: [...choice.excluded],
  },
  filter: emptyFilter,
});

/** The choice of a selection of people and departments. */
export const choiceOf = ({ ids }: Pick<PeopleSelection, 'ids'>): Choice => ({
  departments: new Set(ids.include_departments),
  people: new Set(ids.include_ids),
  excluded: new Set(ids.exclude_ids),
});
