import type { MediaKind } from '@sergak/contract/library/media.rules.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export const CAPTIONS_TYPE = 'text/vtt';

export type UsedFile = { readonly id: string; readonly kind: MediaKind };

/** The kind of each of these files that everyone in the organisation may read. */
export const findFiles = async (tx: Tx, files: readonly UsedFile[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('files')
    .select([
      'id',
      sql<string>`case content_type when ${CAPTIONS_TYPE} then 'captions' else split_part(content_type, '/', 1) end`.as(
        'kind',
      ),
    ])
    .where(sql<boolean>`id = any(${files.map((file) => file.id)}::uuid[])`)
    .where('visibility', '=', 'organization')
    .where('permission', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.kind]));
};

/** Lists these files as media of the module. */
export const linkFiles = async (tx: Tx, moduleId: string, files: readonly { readonly id: string }[]): Promise<void> => {
  if (files.length === 0) return;
  await tx
    .insertInto('module_files')
    .values(
      [...new Set(files.map((file) => file.id))].map((file_id) => ({
        module_id: moduleId,
        file_id,
        created_at: now(),
        checked_at: now(),
      })),
    )
    .onConflict((oc) => oc.columns(['module_id', 'file_id']).doNothing())
    .execute();
};

/** Keeps the files that a change may have released for another day, so that the change can be undone. */
export const releaseFiles = async (tx: Tx, moduleId: string): Promise<void> => {
  await tx.updateTable('module_files').set({ checked_at: now() }).where('module_id', '=', moduleId).execute();
};

export const filesOfModule = async (tx: Tx, moduleId: string): Promise<string[]> =>
  (await tx.selectFrom('module_files').select('file_id').where('module_id', '=', moduleId).execute()).map(
    (row) => row.file_id,
  );

/** Whether a slide, a question, a course or a published version refers to the file `f` (alias of the query). */
const isUsed = sql<boolean>`(
  exists (select from slides s where s.organization_id = f.organization_id and
    (s.image_file_id = f.file_id or s.audio_file_id = f.file_id or strpos(s.doc::text, f.file_id::text) > 0))
  or exists (select from questions q where q.organization_id = f.organization_id and
    (q.image_file_id = f.file_id or strpos(q.body::text, f.file_id::text) > 0))
  or exists (select from courses c where c.organization_id = f.organization_id and c.image_file_id = f.file_id)
  or exists (select from course_version_files v where v.organization_id = f.organization_id and v.file_id = f.file_id))`;

/** Those of the files that no module lists and nothing uses. */
export const unusedFiles = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from (select id as file_id, organization_id from files where id = any(${ids}::uuid[])) f
    where not exists (select from module_files m where m.file_id = f.file_id) and not ${isUsed}`.execute(tx);
  return rows.map((row) => row.file_id);
};

/** Organisations with media that no one has looked at for a day. */
export const organizationsWithMedia = async (tx: SystemTx): Promise<string[]> =>
  (
    await tx
      .selectFrom('module_files')
      .select('organization_id')
      .distinct()
      .where('checked_at', '<', iso(after(now(), -DAY)))
      .execute()
  ).map((row) => row.organization_id);

/**
 * Looks at the next `limit` files of the organisation that were last seen a day ago. Removes those that nothing uses from
 * their modules and returns them; the others are looked at again after a day.
 */
export const dropUnusedMedia = async (tx: Tx, limit: number): Promise<{ looked: number; unused: string[] }> => {
  const { rows } = await sql<{ file_id: string; used: boolean }>`
    with due as (
      select organization_id, module_id, file_id from module_files where checked_at < ${iso(after(now(), -DAY))}
      order by checked_at limit ${limit} for update skip locked)
    select file_id, ${isUsed} as used from due f`.execute(tx);
  const [used, unused] = [true, false].map((wanted) =>
    rows.flatMap((row) => (row.used === wanted ? [row.file_id] : [])),
  );
  await sql`update module_files set checked_at = ${now()} where file_id = any(${used!}::uuid[])`.execute(tx);
  await sql`delete from module_files where file_id = any(${unused!}::uuid[])`.execute(tx);
  return { looked: rows.length, unused: [...new Set(unused)] };
};
