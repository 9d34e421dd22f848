import { SMALLEST_GROUP } from './privacy.rules.ts';

type Group = { readonly id: string; readonly people: number };

/**
 * Ids of the groups whose results are hidden so that no group under {@link SMALLEST_GROUP} people can be read or derived. The
 * groups divide one total, and the total is shown: if the hidden groups together had fewer people, the total without the others
 * would show them, so the next smallest group is hidden as well. `others` are people of the total who are in none of the groups.
 */
export const hiddenGroups = (groups: readonly Group[], others = 0): ReadonlySet<string> => {
  const ascending = groups.filter((one) => one.people > 0).sort((a, b) => a.people - b.people);
  const hidden = new Set<string>();
  let together = others;
  for (const { id, people } of ascending) {
    if (people >= SMALLEST_GROUP && (together === 0 || together >= SMALLEST_GROUP)) break;
    hidden.add(id);
    together += people;
  }
  return hidden;
};

type Branch = { readonly id: string; readonly parent_id: string | null; readonly people: number };

/**
 * Ids of the departments whose results are hidden. `people` counts a department without its children, while its results include
 * them: a department minus its shown children is a group as well. Nothing below a hidden department is shown.
 */
export const hiddenDepartments = (departments: readonly Branch[]): ReadonlySet<string> => {
  const children = Map.groupBy(departments, (one) => one.parent_id);
  const totals = new Map<string, number>();
  const count = (one: Branch): number => {
    const total = (children.get(one.id) ?? []).reduce((sum, child) => sum + count(child), one.people);
    totals.set(one.id, total);
    return total;
  };
  const hidden = new Set<string>();
  const visit = (parent: string | null, others: number, isHidden: boolean): void => {
    const below = children.get(parent) ?? [];
    const small = hiddenGroups(
      below.map((one) => ({ id: one.id, people: totals.get(one.id)! })),
      others,
    );
    for (const one of below) {
      const hide = isHidden || small.has(one.id);
      if (hide) hidden.add(one.id);
      visit(one.id, one.people, hide);
    }
  };
  for (const root of children.get(null) ?? []) count(root);
  visit(null, 0, false);
  return hidden;
};
