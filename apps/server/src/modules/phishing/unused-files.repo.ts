import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** Organisations with uploaded attachments or pictures that no one has looked at for a day. */
export const organizationsWithFiles = async (tx: SystemTx): Promise<string[]> => {
  const due = iso(after(now(), -DAY));
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from attachment_files where checked_at < ${due}
    union select organization_id from template_pictures where checked_at < ${due}`.execute(tx);
  return rows.map((row) => row.organization_id);
};

const isAttached = sql`exists (select from emails e where e.deleted_at is null
    and e.attachments @> jsonb_build_array(jsonb_build_object('file_id', f.file_id)))
  or exists (select from campaign_files c where c.file_id = f.file_id)`;
const isShown = sql`exists (select from emails e where e.template_id = f.template_id and e.deleted_at is null
    and e.html ilike '%picture:' || f.file_id || '%')
  or exists (select from landing_pages p where p.template_id = f.template_id and p.html ilike '%picture:' || f.file_id || '%')
  or exists (select from redirect_pages r where r.id = f.redirect_page_id and r.html ilike '%picture:' || f.file_id || '%')`;
const kinds = {
  attachment: { table: sql`attachment_files`, isUsed: isAttached },
  picture: { table: sql`template_pictures`, isUsed: isShown },
} as const;

/**
 * Looks at the next `limit` files that were last seen a day ago, and removes the rows of those that have been unused for
 * `days` days. Returns the number of files seen and the files of the removed rows.
 */
export const dropUnusedFiles = async (
  tx: Tx,
  { kind, days, limit }: { kind: keyof typeof kinds; days: number; limit: number },
): Promise<{ looked: number; files: string[] }> => {
  const { table, isUsed } = kinds[kind];
  const at = iso(now());
  const { rows } = await sql`
    with f as (
      select ctid as place, * from ${table} where checked_at < ${iso(after(now(), -DAY))} order by checked_at limit ${limit}
      for update skip locked)
    update ${table} t set checked_at = ${at}::timestamptz,
      unused_since = case when ${isUsed} then null else coalesce(f.unused_since, ${at}::timestamptz) end
    from f where t.ctid = f.place returning t.file_id`.execute(tx);
  const { rows: removed } = await sql<{ file_id: string }>`
    delete from ${table} where checked_at = ${at}::timestamptz
      and unused_since <= ${iso(after(now(), -days * DAY))}::timestamptz returning file_id`.execute(tx);
  return { looked: rows.length, files: [...new Set(removed.map((row) => row.file_id))] };
};
