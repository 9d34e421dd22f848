import { sql } from 'kysely';
import { arrayText, type Tx } from '../../platform/db.ts';

/**
 * Clears these people's data in campaigns and the addresses of their events. Results and times are kept; a late click
 * on one of their emails finds no recipient.
 */
export const forgetPeople = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const people = arrayText(ids);
  await sql`
    update tracking_events t set address = null, user_agent = ''
    from campaign_recipients r where r.id = t.recipient_id and r.employee_id = any(${people}::uuid[])`.execute(tx);
  await sql`
    update campaign_recipients set last_name = '', first_name = '', middle_name = '', position = '', reply = null,
      address = 'removed-' || left(employee_id::text, 8) || '@removed.invalid',
      tracking_key = 'removed-' || gen_random_uuid(), message_id = 'removed-' || gen_random_uuid(),
      state = case when state in ('queued', 'retry') then 'cancelled' else state end
    where employee_id = any(${people}::uuid[])`.execute(tx);
};
