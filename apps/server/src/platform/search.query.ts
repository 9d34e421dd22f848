import { searchWords } from '@sergak/contract/fold.rules.ts';
import { sql, type RawBuilder } from 'kysely';

/** Condition that a text contains all words of a search, in any spelling; true if the search is empty. The text must not be null. */
export const matchesSearch = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  inFolded(sql`fold(${text})`, search);

/** The same condition on a text that is stored folded, such as `employees.search_text`. */
export const inFolded = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> => {
  const words = searchWords(search);
  if (words.length === 0) return sql<boolean>`true`;
  const contained = words.map((word) => sql`strpos(${text}, ${word}) > 0`);
  return sql<boolean>`(${sql.join(contained, sql` and `)})`;
};
