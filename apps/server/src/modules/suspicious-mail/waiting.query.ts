import { sql } from 'kysely';
import type { WaitingSource } from '../../platform/waiting.ts';

/** Reported emails without a verdict. */
export const unjudgedEmails: WaitingSource = {
  kind: 'reported_mail',
  find: async (tx) => {
    const { rows } = await sql<{ number: number; since: string | null }>`
      select count(*)::int as number, min(reported_at) as since from suspicious_emails where state = 'new'`.execute(tx);
    const { number, since } = rows[0]!;
    return since === null ? [] : [{ thing_id: null, title: '', number, since }];
  },
};
