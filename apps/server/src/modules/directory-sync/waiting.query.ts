import { sql } from 'kysely';
import type { WaitingSource } from '../../platform/waiting.ts';

/** A sync by which too many people would leave, and which therefore waits for a person. */
export const askingSync: WaitingSource = {
  kind: 'directory',
  find: async (tx) => {
    const { rows } = await sql<{ title: string; number: number; since: string }>`
      select d.host as title, coalesce((d.failure ->> 'detail')::int, 1) as number, i.created_at as since
      from directories d join employee_imports i on i.id = d.import_id
      where i.status = 'ready' and d.failure ->> 'code' = 'leavers_many'`.execute(tx);
    return rows.map((one) => ({ thing_id: null, ...one }));
  },
};
