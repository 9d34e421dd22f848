import { SMALLEST_GROUP } from './privacy.rules.ts';

type Group = { readonly id: string; readonly people: number };

/**
 * Ids of the groups whose results are hidden so that no group under {@link SMALLEST_GROUP} people can be read or derived. The
 * groups divide one total, and the total is shown: if the hidden groups together had fewer people, the total without the others
 * would show them, so the next smallest group is hidden as well.
 */
export const hiddenGroups = (groups: readonly Group[]): ReadonlySet<string> => {
  const ascending = groups.filter((one) => one.people > 0).sort((a, b) => a.people - b.people);
  const hidden = new Set<string>();
  let together = 0;
  for (const { id, people } of ascending) {
    if (people >= SMALLEST_GROUP && (together === 0 || together >= SMALLEST_GROUP)) break;
    hidden.add(id);
    together += people;
  }
  return hidden;
};
