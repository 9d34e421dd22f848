import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** Returns which of these emails people (all, or the given ones) have had in any campaign. Cancelled emails do not count. */
export const emailsHad = async (
  tx: Tx,
  emailIds: readonly string[],
  people: readonly string[] | null = null,
): Promise<Map<string, Set<string>>> => {
  const result = await sql<{ employee_id: string; had: string[] }>`
    select employee_id, array_agg(distinct email_id::text) as had from campaign_recipients
    where email_id = any(${emailIds}::uuid[]) and state in ('sent', 'unknown', 'handing_over')
      and ${people ? sql`employee_id = any(${people}::uuid[])` : sql`employee_id is not null`} group by employee_id`.execute(
    tx,
  );
  return new Map(result.rows.map((row) => [row.employee_id, new Set(row.had)]));
};
