import type { Audience } from '@sergak/contract/learning/learning.schema.ts';

/** Whom an assignment is for, without words: people, or departments and the number of the others. */
const shortOf = ({ people, departments, departments_count: count }: Audience): string =>
  people.length > 0
    ? people.join(', ')
    : [departments.join(', '), count > departments.length && `+${count - departments.length}`]
        .filter(Boolean)
        .join(' ');

/** Adds whom they are for to the titles of assignments that have the same title. */
export const withAudience = <A extends { title: string; audience: Audience }>(all: readonly A[]): A[] =>
  all.map((one) => {
    const isAlone = all.every((other) => other === one || other.title !== one.title);
    const whom = isAlone ? '' : shortOf(one.audience);
    return whom === '' ? one : { ...one, title: `${one.title} (${whom})` };
  });
