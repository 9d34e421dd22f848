import type { Audience } from '@sergak/contract/learning/learning.schema.ts';
import type { T } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';

/** Whom an assignment is for: a few people, or its largest departments and the number of the others. */
export const audienceWords = (t: T<'learning'>, audience: Audience | undefined): string => {
  if (audience === undefined) return '';
  const { people, departments, departments_count: count } = audience;
  if (people.length > 0) return people.join(', ');
  const names = departments.map(ownTitle).join(', ');
  const more = count - departments.length;
  return more > 0 ? t('audience.more', { names, count: more }) : names;
};
