import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';

const KEYS_AT_ONCE = 5_000;

/**
 * Whether `person`, who has the address of the line `row`, is somebody else: linked to another entry, and with other names. Such
 * a person has left, and the address was given to a newcomer. With one name in common it is the same person with a new entry.
 */
export const isOtherPerson = (person: RawBuilder<unknown>, row: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from directory_links o where o.employee_id = ${person}.id and o.entry_key <> nullif(${row}.entry_key, ''))
    and ${row}.last_name || ${row}.first_name <> ''
    and lower(${row}.last_name) <> lower(${person}.last_name) and lower(${row}.first_name) <> lower(${person}.first_name))`;

/** Marks the links whose keys this reading has found, before its lines are judged. */
export const markSeen = async (tx: Tx, importId: string, keys: readonly string[]): Promise<void> => {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
    await sql`update directory_links set seen_import = ${importId}
      where entry_key = any(${keys.slice(from, from + KEYS_AT_ONCE)}::text[])`.execute(tx);
};

/**
 * Links the people of the lines to their entries, also those whom the import added, who are found by the address. A key leads to
 * one person: the present one. Only an applied import may link: a linked person can be a leaver of the next sync.
 */
export const linkLines = async (tx: Tx, importId: string): Promise<void> => {
  const found = sql`(select distinct on (coalesce(e.id, n.id)) coalesce(e.id, n.id) as employee_id, nullif(r.entry_key, '') as entry_key
    from employee_import_rows r
    left join employees e on e.id = r.employee_id and e.deleted_at is null
    left join employees n on e.id is null and r.verdict in ('added', 'returned')
      and n.email_key = lower(r.email) and n.deleted_at is null
      and not exists (select from directory_links o where o.employee_id = n.id and o.entry_key <> r.entry_key)
    where r.import_id = ${importId} and (e.id is not null or n.id is not null)
    order by coalesce(e.id, n.id), r.entry_key = '', r.line)`;
  await sql`delete from directory_links l using ${found} f
    where l.entry_key = f.entry_key and l.employee_id <> f.employee_id`.execute(tx);
  await sql`insert into directory_links (employee_id, entry_key, seen_import)
    select f.employee_id, f.entry_key, ${importId} from ${found} f
    on conflict (organization_id, employee_id) do update
      set entry_key = coalesce(excluded.entry_key, directory_links.entry_key), seen_import = excluded.seen_import
      where directory_links.entry_key is distinct from coalesce(excluded.entry_key, directory_links.entry_key)`.execute(
    tx,
  );
};

/** Forgets the links of these people. */
export const forgetLinks = (tx: Tx, ids: readonly string[]) =>
  sql`delete from directory_links where employee_id = any(${ids}::uuid[])`.execute(tx);

/** Forgets all links: the directory is disconnected, and nobody is a leaver of the next one. */
export const forgetDirectory = async (tx: Tx): Promise<void> => {
  await tx.deleteFrom('directory_links').execute();
};
