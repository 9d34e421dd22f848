import type { Audience } from '@sergak/contract/learning/learning.schema.ts';
import type { ReportLocale } from './frame.ts';

/** Whom an assignment is for: a few people, or its largest departments and the number of the others. */
export const audienceWords = ({ t, department }: ReportLocale, audience: Audience): string => {
  const { people, departments, departments_count: count } = audience;
  if (people.length > 0) return people.join(', ');
  const names = departments.map(department).join(', ');
  const more = count - departments.length;
  return more > 0 ? t('learning:audience.more', { names, count: more }) : names;
};

type Titled = { readonly title: string; readonly audience: Audience };
/** The title of an assignment, with whom it is for if another assignment of the same title is in the same table. */
export const titleAmong = (locale: ReportLocale, one: Titled, all: readonly Titled[], isSame = isEqual): string => {
  const isAlone = all.every((other) => other.title !== one.title || isSame(other, one));
  const whom = isAlone ? '' : audienceWords(locale, one.audience);
  return whom === '' ? one.title : `${one.title} (${whom})`;
};
const isEqual = (a: Titled, b: Titled): boolean => a === b;
