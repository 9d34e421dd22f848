import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { WaitingSource } from '../../platform/waiting.ts';

/** One failed attempt may be an ordinary delay of the receiving server. */
const ATTEMPTS = 3;
const DAYS = 7;

/** Emails of the portal that were tried several times without success since the last one was delivered. */
export const failingMailServer: WaitingSource = {
  kind: 'mail_server',
  find: async (tx) => {
    const { rows } = await sql<{ number: number; since: string | null }>`
      select count(*)::int as number, min(created_at) as since from outbox
      where state in ('queued', 'failed') and attempts >= ${ATTEMPTS} and created_at > ${iso(after(now(), -DAYS * DAY))}
        and created_at > coalesce((select max(sent_at) from outbox where state = 'sent'), '-infinity')`.execute(tx);
    const { number, since } = rows[0]!;
    return since === null ? [] : [{ thing_id: null, title: '', number, since }];
  },
};
