import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import { text } from './i18n/use-t.ts';

const keys = new Map(Object.entries(ownTitles).map(([key, title]) => [title, key as keyof typeof ownTitles] as const));

/** The title of a department or tag as shown: a built-in title is translated into the reader's language. */
export const ownTitle = (title: string): string => {
  const key = keys.get(title as (typeof ownTitles)[keyof typeof ownTitles]);
  return key === undefined ? title : text(`commons:own_title.${key}`);
};
