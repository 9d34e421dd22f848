import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

/** By email and format, the number of recipients for whom an attachment reported something that counts. */
export const attachmentsReported = async (tx: Tx, campaignId: string): Promise<Map<string, Map<string, number>>> => {
  const { rows } = await sql<{ email_id: string; format: string; people: number }>`
    select r.email_id, f as format, count(distinct t.recipient_id)::int as people
    from tracking_events t join campaign_recipients r on r.id = t.recipient_id, unnest(t.fields) f
    where t.campaign_id = ${campaignId} and t.kind = 'opened_attachment' and t.human
    group by 1, 2`.execute(tx);
  const found = new Map<string, Map<string, number>>();
  for (const { email_id, format, people } of rows)
    found.set(email_id, (found.get(email_id) ?? new Map<string, number>()).set(format, people));
  return found;
};
