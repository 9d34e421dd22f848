import { sql } from 'kysely';
import type { SystemTx } from '../../platform/db.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';

const ROWS_KEPT = 100;

/** Adds up the tallies of people. Works for all organisations; rows that another process is adding up are skipped. */
export const foldPeopleTallies = async (tx: SystemTx): Promise<void> => {
  await avoidNestedLoops(tx); // after an import or a launch there are many new rows, of which the planner knows nothing
  await sql`
    with many as (
      select t.organization_id, t.kind from people_tallies t group by 1, 2
      having count(*) > ${ROWS_KEPT} + count(distinct (t.department_id, t.key))),
    taken as (
      delete from people_tallies where (organization_id, kind, id) in (
        select t.organization_id, t.kind, t.id from people_tallies t join many m using (organization_id, kind)
        for update of t skip locked)
      returning *)
    insert into people_tallies (organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress)
    select t.organization_id, t.kind, t.department_id, t.key, sum(t.people), sum(t.risk_level), sum(t.phishing_indicator),
      sum(t.learning_progress)
    from taken t group by 1, 2, 3, 4
    having sum(t.people) <> 0 or sum(t.risk_level) <> 0 or sum(t.phishing_indicator) <> 0 or sum(t.learning_progress) <> 0`.execute(
    tx,
  );
};
