import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';

const ROWS_KEPT = 100;

/**
 * Folds the rows of campaigns that have many tallies into a few, and deletes those of removed campaigns. Works for all
 * organisations. Rows that another process is folding are skipped.
 */
export const foldTallies = async (tx: SystemTx): Promise<void> => {
  await avoidNestedLoops(tx); // after an import or a launch there are many new rows, of which the planner knows nothing
  await sql`
    with many as (
      select t.campaign_id from campaign_tallies t group by t.campaign_id
      having count(*) > ${ROWS_KEPT}
          + count(distinct (t.email_id, t.state, t.result, t.clicked, t.opened_attachment, t.reported, t.delivered_on))
        or not exists (select from campaigns c where c.id = t.campaign_id)),
    taken as (
      delete from campaign_tallies where (campaign_id, id) in (
        select t.campaign_id, t.id from campaign_tallies t join many m on m.campaign_id = t.campaign_id
        for update of t skip locked)
      returning *)
    insert into campaign_tallies (organization_id, campaign_id, email_id, state, result, clicked, opened_attachment, reported, delivered_on, emails)
    select t.organization_id, t.campaign_id, t.email_id, t.state, t.result, t.clicked, t.opened_attachment, t.reported, t.delivered_on, sum(t.emails)
    from taken t join campaigns c on c.id = t.campaign_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(t.emails) <> 0`.execute(tx);
};
