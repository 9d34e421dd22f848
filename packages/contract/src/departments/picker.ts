import type { TreeNode } from './departments.schema.ts';

/**
 * The choice of people in a tree that is loaded level by level. Pure: what is chosen is kept apart from what is loaded,
 * so departments can be chosen whole although nobody has seen inside them.
 *
 * `departments` are chosen with everything below them, `people` one by one, `excluded` are people taken out of a chosen
 * department. `openDepartments` are departments below a chosen one that were unticked: their people are not meant.
 */
export type Choice = {
  readonly all: boolean;
  readonly departments: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
  readonly excluded: ReadonlySet<string>;
};
/** What has been loaded: nodes by id, and the children of each level that was opened (`null`: the top). */
export type Tree = {
  readonly nodes: ReadonlyMap<string, TreeNode>;
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  /** Departments whose people have not all been loaded yet. */
  readonly partial: ReadonlySet<string>;
};
export type Tick = 'on' | 'half' | 'off';

export const emptyTree: Tree = { nodes: new Map(), children: new Map(), partial: new Set() };
export const noChoice: Choice = { all: false, departments: new Set(), people: new Set(), excluded: new Set() };
/** Everybody; whoever is unticked afterwards becomes an exclusion. */
export const everybody: Choice = { all: true, departments: new Set(), people: new Set(), excluded: new Set() };

/** Adds what was loaded below `parent`; loading again adds what is new. Found nodes of a search come with `parent` undefined. */
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

/** The departments above a node, from the nearest up; known even where they have not been loaded. */
export const above = (tree: Tree, id: string): readonly string[] => [...(tree.nodes.get(id)?.path ?? [])].reverse();

/** Every loaded node below a department. */
const below = (tree: Tree, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of tree.nodes.values()) if (node.path.includes(id)) found.add(node.id);
  return found;
};

const coveredByAbove = (tree: Tree, choice: Choice, id: string): boolean =>
  choice.all || above(tree, id).some((one) => choice.departments.has(one));

/** Whether a person is meant. */
const personOn = (tree: Tree, choice: Choice, id: string): boolean =>
  !choice.excluded.has(id) && (choice.people.has(id) || coveredByAbove(tree, choice, id));

/** The box of a node. A department is half where only a part of those below it is meant. */
export const tickOf = (tree: Tree, choice: Choice, id: string): Tick => {
  const node = tree.nodes.get(id);
  if (node === undefined) return 'off';
  if (node.type === 'user') return personOn(tree, choice, id) ? 'on' : 'off';
  const inside = below(tree, id);
  if (choice.departments.has(id) || coveredByAbove(tree, choice, id))
    return [...inside].some((one) => choice.excluded.has(one)) ? reduced(tree, choice, id, inside) : 'on';
  return partOf(tree, choice, id, inside);
};

const people = (tree: Tree, ids: ReadonlySet<string>): string[] =>
  [...ids].filter((one) => tree.nodes.get(one)?.type === 'user');

/** A chosen department with people taken out: off once nobody is left of all that it has. */
const reduced = (tree: Tree, choice: Choice, id: string, inside: ReadonlySet<string>): Tick => {
  const out = people(tree, inside).filter((one) => choice.excluded.has(one)).length;
  return out >= tree.nodes.get(id)!.users_count ? 'off' : 'half';
};

/** A department that is not chosen itself: on where all its people are meant, half where some are. */
const partOf = (tree: Tree, choice: Choice, id: string, inside: ReadonlySet<string>): Tick => {
  const total = tree.nodes.get(id)!.users_count;
  const whole = [...inside].filter((one) => choice.departments.has(one));
  const counted = new Set<string>();
  let meant = 0;
  for (const one of whole) {
    if (above(tree, one).some((up) => whole.includes(up))) continue;
    const members = below(tree, one);
    for (const member of members) counted.add(member);
    meant +=
      tree.nodes.get(one)!.users_count - people(tree, members).filter((person) => choice.excluded.has(person)).length;
  }
  meant += people(tree, inside).filter((one) => !counted.has(one) && personOn(tree, choice, one)).length;
  if (meant === 0) return 'off';
  return meant >= total ? 'on' : 'half';
};

/**
 * Ticks a node or takes the tick away. Ticking a department means everybody below it and forgets what was said of them
 * before. Unticking something below a chosen department opens that department: its other parts stay chosen, one by one.
 */
export const toggle = (tree: Tree, choice: Choice, id: string, on: boolean): Choice => {
  const node = tree.nodes.get(id);
  if (node === undefined) return choice;
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
 * Replaces the chosen department above `id` by its parts without `id`. Every level on the way down has been loaded,
 * since the node itself was seen; people of a level who were not loaded are lost to the choice, so such a level must be
 * loaded whole first (see {@link needsLoading}).
 */
const openAbove = (tree: Tree, choice: Choice, id: string): Choice => {
  const way = above(tree, id);
  const top = choice.all ? null : way.find((one) => choice.departments.has(one))!;
  const opened = top === null ? [...way, null] : way.slice(0, way.indexOf(top) + 1);
  const keep = new Set([id, ...way]);
  const departments = new Set(choice.departments);
  const chosen = new Set(choice.people);
  if (top !== null) departments.delete(top);
  for (const level of opened) {
    for (const child of tree.children.get(level) ?? []) {
      if (keep.has(child)) continue;
      if (tree.nodes.get(child)?.type === 'department') departments.add(child);
      else if (!choice.excluded.has(child)) chosen.add(child);
    }
  }
  return { all: false, departments, people: chosen, excluded: remove(choice.excluded, chosen) };
};

/** Levels that must be loaded whole before this department can be unticked without losing anybody. */
export const needsLoading = (tree: Tree, choice: Choice, id: string): readonly (string | null)[] => {
  if (tree.nodes.get(id)?.type !== 'department' || !coveredByAbove(tree, choice, id)) return [];
  const way = above(tree, id);
  const top = choice.all ? null : way.find((one) => choice.departments.has(one))!;
  const opened: readonly (string | null)[] = top === null ? [...way, null] : way.slice(0, way.indexOf(top) + 1);
  return opened.filter((level) => !tree.children.has(level) || (level !== null && tree.partial.has(level)));
};

/** Whether anybody at all is chosen. */
export const isEmpty = (choice: Choice): boolean =>
  !choice.all && choice.departments.size === 0 && choice.people.size === 0;

/** The choice as the calls take it. For «everybody» the departments of the top stand in. */
export const targetsOf = (tree: Tree, choice: Choice) => ({
  departments_ids: choice.all
    ? (tree.children.get(null) ?? []).filter((id) => tree.nodes.get(id)?.type === 'department')
    : [...choice.departments],
  users_ids: [...choice.people],
  exclude_users_ids: [...choice.excluded],
});
export type PickedTargets = ReturnType<typeof targetsOf>;

/** A choice made earlier, from what the calls keep of it. */
export const choiceOf = (targets: {
  departments_ids: readonly string[];
  users_ids: readonly string[];
  exclude_users_ids?: readonly string[];
}): Choice => ({
  all: false,
  departments: new Set(targets.departments_ids),
  people: new Set(targets.users_ids),
  excluded: new Set(targets.exclude_users_ids ?? []),
});
