import { sql } from 'kysely';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Tx } from '../../platform/db.ts';

/** Courses of the starter library that came with the last upgrade, after the organisation was created. */
export const newCourses = async (tx: Tx): Promise<Set<string>> => {
  const { rows } = await sql<{ slug: string }>`
    select r.slug from starter_releases r, organizations o
    where r.kind = 'course' and r.first_seen_at > o.created_at
      and r.first_seen_at > (select max(first_seen_at) from starter_releases) - interval '1 day'
      and r.first_seen_at > (select min(first_seen_at) from starter_releases) + interval '1 day'`.execute(tx);
  return new Set(rows.map((row) => row.slug));
};

/** The language in which the organisation writes. */
export const organizationLanguage = async (tx: Tx): Promise<Language> =>
  (await tx.selectFrom('organizations').select('language').executeTakeFirstOrThrow()).language as Language;
