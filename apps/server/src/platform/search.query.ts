import { searchWords, spellingsOf } from '@sergak/contract/fold.rules.ts';
import { sql, type RawBuilder } from 'kysely';

type SpellingsOf = (word: string) => readonly string[];
const asWritten: SpellingsOf = (word) => [word];

const containsAll = (text: RawBuilder<unknown>, search: string, spellings: SpellingsOf): RawBuilder<boolean> => {
  const words = searchWords(search);
  if (words.length === 0) return sql<boolean>`true`;
  const containsWord = (word: string) =>
    sql`(${sql.join(
      spellings(word).map((spelling) => sql`strpos(${text}, ${spelling}) > 0`),
      sql` or `,
    )})`;
  return sql<boolean>`(${sql.join(words.map(containsWord), sql` and `)})`;
};

/**
 * Condition that a text contains all words of a search, in any spelling of their letters; true if the search is empty. The text must
 * not be null. It is folded row by row, so it is not compared by sound, which takes five times as long.
 */
export const matchesSearch = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  containsAll(sql`fold(${text})`, search, asWritten);

/** The condition on a text that is made row by row: once, not for each word. */
const containsAllOnce = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  searchWords(search).length === 0
    ? sql<boolean>`true`
    : sql<boolean>`(select ${containsAll(sql`made.searched`, search, spellingsOf)} from (select ${text} as searched offset 0) made)`;

/** The same condition by sound as well, for the texts of small tables: modules, themes, templates. */
export const soundsLikeSearch = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  containsAllOnce(sql`search_text(${text})`, search);

/**
 * The same condition on a text of a large table together with a stored `search_text` that may be null, as that of the person whom a
 * row is about: only the stored one is compared by sound.
 */
export const matchesWithStored = (
  text: RawBuilder<unknown>,
  stored: RawBuilder<unknown>,
  search: string,
): RawBuilder<boolean> => containsAllOnce(sql`fold(${text}) || coalesce(${stored}, '')`, search);

/** The same condition on a stored column `search_text`: also in the other alphabet, by sound. */
export const inSearchText = (column: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  containsAll(column, search, spellingsOf);
