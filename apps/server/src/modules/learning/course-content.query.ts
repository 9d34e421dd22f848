import type { CourseContent } from '@sergak/contract/learning/learning.rules.ts';
import { LRUCache } from 'lru-cache';
import type { Tx } from '../../platform/db.ts';
import { sql } from 'kysely';

/** Limit of all kept contents, as characters of JSON; the parsed objects take about four bytes for each. */
const KEPT_CHARACTERS = 32_000_000;

/**
 * Contents of course versions, the most recently used ones. A published version never changes, so an entry needs no end. Callers
 * share the objects and must not change them.
 */
export const createContents = (keptCharacters = KEPT_CHARACTERS) =>
  new LRUCache<string, CourseContent>({ maxSize: keptCharacters });
const contents = createContents();

/** Contents by version id. The caller's transaction has read the ids from rows of its own organisation. */
export const readContents = async (
  tx: Tx,
  versionIds: readonly string[],
  kept = contents,
): Promise<ReadonlyMap<string, CourseContent>> => {
  const found = new Map<string, CourseContent>();
  const missing = new Set<string>();
  for (const id of versionIds) {
    const content = kept.get(id);
    if (content) found.set(id, content);
    else missing.add(id);
  }
  if (missing.size === 0) return found;
  const { rows } = await sql<{ id: string; text: string }>`
    select id, content::text as text from course_versions where id = any(${[...missing]}::uuid[])`.execute(tx);
  for (const { id, text } of rows) {
    const content = JSON.parse(text) as CourseContent;
    kept.set(id, content, { size: text.length });
    found.set(id, content);
  }
  return found;
};
