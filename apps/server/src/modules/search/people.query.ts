import { INSIDE_MIN, mayHaveMistakes, type wordsOf } from '@sergak/contract/search/search.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

type Words = ReturnType<typeof wordsOf>;
/** People whose texts are read to choose the best: more fit a common word equally well. */
const READ_MAX = 60;

/** Ids of people whose data contain all words, about the best fits. */
export const findPeople = async (tx: Tx, words: Words): Promise<string[]> => {
  const spelled = words.map(([written, sound]) => ({
    spellings: [...new Set([written, sound])].filter((one) => one !== ''),
    inside: written.length >= INSIDE_MIN,
  }));
  const { rows } = await sql<{ ids: string[] }>`
    select ids::text[] as ids from search_people(${JSON.stringify(spelled)}::jsonb, ${READ_MAX})`.execute(tx);
  return rows[0]!.ids;
};

/** Ids of people whose data are similar to the words as they sound. */
export const findSimilarPeople = async (tx: Tx, words: Words): Promise<string[]> => {
  const sounds = words.map(([, sound]) => sound).filter(mayHaveMistakes);
  const exact = words.filter(([, sound]) => !mayHaveMistakes(sound)).map(([written]) => written);
  const { rows } = await sql<{ ids: string[] }>`
    select ids::text[] as ids from search_people_similar(${sounds}::text[], ${exact}::text[], ${READ_MAX})`.execute(tx);
  return rows[0]!.ids;
};
