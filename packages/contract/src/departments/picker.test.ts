import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TreeNode } from './departments.schema.ts';
import {
  type Choice,
  chooseAll,
  choiceOf,
  emptyTree,
  needsLoading,
  emptyChoice,
  selectionOf,
  checkboxState,
  toggle,
  type Tree,
  withLoaded,
} from './picker.ts';

/** The organisation of the test: nested departments with people. */
type Unit = { id: string; people: string[]; units: Unit[] };
const count = (unit: Unit): number => unit.people.length + unit.units.reduce((sum, one) => sum + count(one), 0);
const node = (type: TreeNode['type'], id: string, path: string[], users_count: number, forced_count = 0): TreeNode => ({
  type,
  key: `${type}:${id}`,
  id,
  title: id,
  users_count,
  forced_count,
  isLeaf: type === 'user',
  parent: path.at(-1) ?? null,
  path,
  hint: '',
});
type Forced = ReadonlySet<string>;
const nobody: Forced = new Set();
const levelOf = (units: Unit[], people: string[], path: string[], forced = nobody) => [
  ...units.map((unit) =>
    node('department', unit.id, path, count(unit), everyone([unit]).filter((id) => forced.has(id)).length),
  ),
  ...people.map((id) => node('user', id, path, 1, forced.has(id) ? 1 : 0)),
];
const load = (tree: Tree, units: Unit[], forced = nobody, path: string[] = [], people: string[] = []): Tree =>
  units.reduce(
    (made, unit) => load(made, unit.units, forced, [...path, unit.id], unit.people),
    withLoaded(tree, path.at(-1) ?? null, levelOf(units, people, path, forced), true),
  );
const everyone = (units: Unit[]): string[] => units.flatMap((unit) => [...unit.people, ...everyone(unit.units)]);

/** The people that the server would select for the choice. */
const meant = (units: Unit[], choice: Choice): Set<string> => {
  const { ids } = selectionOf(choice);
  const all = (unit: Unit, taken: boolean): string[] => {
    const on = taken || ids.include_departments!.includes(unit.id);
    return [
      ...unit.people.filter((id) => (on || ids.include_ids.includes(id)) && !ids.exclude_ids.includes(id)),
      ...unit.units.flatMap((one) => all(one, on)),
    ];
  };
  return new Set(units.flatMap((unit) => all(unit, false)));
};

const small: Unit[] = [
  { id: 'A', people: ['a1', 'a2'], units: [{ id: 'B', people: ['b1', 'b2'], units: [] }] },
  { id: 'C', people: ['c1'], units: [] },
];
const tree = load(emptyTree, small);

test('ticking a department ticks everything in it; unticking one part keeps the rest', () => {
  const chosen = toggle(tree, emptyChoice, 'A', true);
  expect(['A', 'B', 'b1', 'a1', 'C'].map((id) => checkboxState(tree, chosen, id))).toEqual([
    'on',
    'on',
    'on',
    'on',
    'off',
  ]);
  const less = toggle(tree, chosen, 'b1', false);
  expect(['A', 'B', 'b1', 'b2'].map((id) => checkboxState(tree, less, id))).toEqual(['half', 'half', 'off', 'on']);
  const opened = toggle(tree, chosen, 'B', false);
  expect(['A', 'B', 'a1'].map((id) => checkboxState(tree, opened, id))).toEqual(['half', 'off', 'on']);
  expect(meant(small, opened)).toEqual(new Set(['a1', 'a2']));
});

test('ticking every part ticks the whole, and a department that is not open can be chosen', () => {
  const parts = ['a1', 'a2', 'B'].reduce((choice, id) => toggle(tree, choice, id, true), emptyChoice);
  expect(checkboxState(tree, parts, 'A')).toBe('on');
  const closed = withLoaded(emptyTree, null, levelOf(small, [], []), true);
  expect(selectionOf(toggle(closed, emptyChoice, 'A', true)).ids).toEqual({
    include_departments: ['A'],
    include_ids: [],
    exclude_ids: [],
  });
});

test('everyone except some people is the top departments with exclusions', () => {
  const less = toggle(tree, chooseAll(tree), 'c1', false);
  expect(selectionOf(less).ids).toEqual({ include_departments: ['A', 'C'], include_ids: [], exclude_ids: ['c1'] });
  expect(['A', 'C'].map((id) => checkboxState(tree, less, id))).toEqual(['on', 'off']);
  expect(selectionOf(toggle(tree, less, 'A', false)).ids.include_departments).toEqual(['C']);
});

test('a partly loaded department must be loaded before one of its parts is unticked', () => {
  const partly = withLoaded(
    withLoaded(emptyTree, null, levelOf(small, [], []), true),
    'A',
    levelOf(small[0]!.units, ['a1'], ['A']),
    false,
  );
  const chosen = toggle(partly, emptyChoice, 'A', true);
  expect(needsLoading(partly, chosen, 'B')).toEqual(['A']);
  expect(needsLoading(tree, chosen, 'B')).toEqual([]);
});

const units = (depth: number): fc.Arbitrary<Unit[]> =>
  fc.array(
    fc
      .record({
        people: fc.integer({ min: 0, max: 3 }),
        units: depth === 0 ? fc.constant<Unit[]>([]) : units(depth - 1),
      })
      .map((one) => ({ id: '', people: Array.from({ length: one.people }, () => ''), units: one.units })),
    { maxLength: 3 },
  );
/** Gives every node a unique name. */
const named = (list: Unit[], prefix = 'd'): Unit[] =>
  list.map((unit, i) => ({
    id: `${prefix}${i}`,
    people: unit.people.map((_, k) => `${prefix}${i}p${k}`),
    units: named(unit.units, `${prefix}${i}-`),
  }));
const ids = (list: Unit[]): string[] => list.flatMap((unit) => [unit.id, ...unit.people, ...ids(unit.units)]);

/** A level after opening: its departments, and its people up to a number. */
const open = (tree: Tree, list: Unit[], forced: Forced, level: string | null, most = Infinity): Tree => {
  if (level === null) return withLoaded(tree, null, levelOf(list, [], [], forced), true);
  const { unit, path } = placeOf(list, level)!;
  const people = unit.people.slice(0, most);
  return withLoaded(
    tree,
    level,
    levelOf(unit.units, people, [...path, level], forced),
    people.length === unit.people.length,
  );
};
const placeOf = (list: Unit[], id: string, path: string[] = []): { unit: Unit; path: string[] } | undefined =>
  list
    .map((unit) => (unit.id === id ? { unit, path } : placeOf(unit.units, id, [...path, unit.id])))
    .find((found) => found !== undefined);
/** The picker after a new start with an earlier choice: the top level, and the nodes of the choice. */
const restart = (list: Unit[], forced: Forced, choice: Choice): Tree => {
  const whole = load(emptyTree, list, forced);
  const ids = [...choice.departments, ...choice.people, ...choice.excluded];
  return withLoaded(
    open(emptyTree, list, forced, null),
    undefined,
    ids.map((id) => whole.nodes.get(id)!),
    true,
  );
};
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('click' as const), at: fc.nat(), on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('open' as const), at: fc.nat(), most: fc.nat(3) }) },
  fc.record({ act: fc.constant('find' as const), at: fc.nat() }),
  fc.record({ act: fc.constant('restart' as const) }),
);

test('after any sequence of opening, searching, ticking and leaving, the ticks match the people of the choice', () => {
  fc.assert(
    fc.property(
      units(2).map((list) => named(list)),
      fc.array(step, { maxLength: 16 }),
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 4 }),
      (list, steps, all, already) => {
        const staff = everyone(list);
        const forced = new Set(staff.length === 0 ? [] : already.map((at) => staff[at % staff.length]!));
        const names = ids(list);
        const insideOf = (id: string) => {
          const place = placeOf(list, id);
          return place === undefined ? [id] : everyone([place.unit]);
        };
        let tree = open(emptyTree, list, forced, null);
        let choice: Choice = all ? chooseAll(tree) : emptyChoice;
        const wanted = new Set([...forced, ...(all ? staff : [])]);
        const click = (id: string, on: boolean): void => {
          if (!on) for (const level of needsLoading(tree, choice, id)) tree = open(tree, list, forced, level);
          choice = toggle(tree, choice, id, on);
          for (const person of insideOf(id))
            if (on) wanted.add(person);
            else if (!forced.has(person)) wanted.delete(person);
        };
        for (const one of names.length === 0 ? [] : steps) {
          const known = [...tree.nodes.keys()];
          const levels = known.filter((id) => placeOf(list, id) !== undefined);
          if (one.act === 'click') click(known[one.at % known.length]!, one.on);
          else if (one.act === 'open') tree = open(tree, list, forced, levels[one.at % levels.length]!, one.most);
          else if (one.act === 'find') {
            const id = names[one.at % names.length]!;
            tree = withLoaded(tree, undefined, [load(emptyTree, list, forced).nodes.get(id)!], true);
          } else {
            choice = choiceOf(selectionOf(choice));
            tree = restart(list, forced, choice);
          }
          expect(new Set([...meant(list, choice), ...forced])).toEqual(wanted);
          for (const id of tree.nodes.keys()) {
            const inside = insideOf(id);
            const on = inside.filter((person) => wanted.has(person)).length;
            if (inside.length > 0)
              expect(checkboxState(tree, choice, id)).toBe(on === 0 ? 'off' : on === inside.length ? 'on' : 'half');
          }
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('an earlier choice of a part shows its department half ticked, and can be removed', () => {
  const choice = toggle(tree, toggle(tree, emptyChoice, 'B', true), 'b1', false);
  const restarted = restart(small, nobody, choice);
  expect(['A', 'B', 'C'].map((id) => checkboxState(restarted, choice, id))).toEqual(['half', 'half', 'off']);
  expect(selectionOf(toggle(restarted, choice, 'A', false))).toEqual(selectionOf(emptyChoice));
});

test('a person found by search shows the tick of a chosen department that was never opened', () => {
  const found = withLoaded(
    withLoaded(emptyTree, null, levelOf(small, [], []), true),
    undefined,
    [node('user', 'b1', ['A', 'B'], 1)],
    true,
  );
  const chosen = toggle(found, emptyChoice, 'A', true);
  expect(checkboxState(found, chosen, 'b1')).toBe('on');
  expect(selectionOf(toggle(found, chosen, 'b1', false)).ids).toMatchObject({
    include_departments: ['A'],
    exclude_ids: ['b1'],
  });
});

test('a person who already belongs stays ticked and is never part of the choice', () => {
  const known = load(emptyTree, small, new Set(['b1', 'c1']));
  expect(['b1', 'B', 'A', 'C', 'b2'].map((id) => checkboxState(known, emptyChoice, id))).toEqual([
    'on',
    'half',
    'half',
    'on',
    'off',
  ]);
  expect(toggle(known, emptyChoice, 'b1', false)).toBe(emptyChoice);
  const rest = toggle(known, emptyChoice, 'b2', true);
  expect([checkboxState(known, rest, 'B'), selectionOf(rest).ids.include_ids]).toEqual(['on', ['b2']]);
  const opened = toggle(known, toggle(known, emptyChoice, 'A', true), 'B', false);
  expect([checkboxState(known, opened, 'B'), checkboxState(known, opened, 'b1')]).toEqual(['half', 'on']);
  expect(selectionOf(opened).ids).toEqual({ include_departments: [], include_ids: ['a1', 'a2'], exclude_ids: [] });
  // The department was never opened: its numbers alone show that some of its people already belong.
  const closed = withLoaded(emptyTree, null, levelOf(small, [], [], new Set(['b1'])), true);
  expect(['A', 'C'].map((id) => checkboxState(closed, emptyChoice, id))).toEqual(['half', 'off']);
});
