import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { isAddressProtected } from './import-judge.repo.ts';

type Move = { id: string; before: string; email: string; email_key: string };

/** The present holders of addresses, by address in lower case. */
const holdersOf = async (tx: Tx, keys: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; email_key: string }>`
    select id, email_key from employees where email_key = any(${keys}::text[]) and deleted_at is null`.execute(tx);
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
};

/**
 * Gives people the addresses of their lines. Skips people whose address is protected, and addresses of people who keep them.
 * People may exchange addresses: each address is freed before it is given.
 */
export const moveAddresses = async (tx: Tx, importId: string): Promise<Move[]> => {
  const { rows } = await sql<Move>`
    select e.id, e.email as before, r.email, lower(r.email) as email_key
    from employee_import_rows r join employees e on e.id = r.employee_id
    where r.import_id = ${importId} and r.verdict in ('changed', 'returned') and e.deleted_at is null
      and e.email_key <> lower(r.email) and not ${isAddressProtected()} order by e.id for update of e`.execute(tx);
  const holders = await holdersOf(
    tx,
    rows.map((row) => row.email_key),
  );
  const moving = new Map(rows.map((row) => [row.id, row]));
  for (let before = -1; before !== moving.size;) {
    before = moving.size;
    for (const [id, { email_key }] of moving) {
      const holder = holders.get(email_key);
      if (holder !== undefined && !moving.has(holder)) moving.delete(id);
    }
  }
  const moves = [...moving.values()];
  const held = moves.map(({ email_key }) => holders.get(email_key)).filter((id) => id !== undefined);
  if (held.length > 0)
    await sql`update employees set email = 'moving-' || id || '@moving.invalid' where id = any(${held}::uuid[])`.execute(
      tx,
    );
  await sql`update employees e set email = m.email, version = e.version + 1
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m(id uuid, email text) where e.id = m.id`.execute(tx);
  return moves;
};
