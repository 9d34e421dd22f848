import type { ActionRun, PersonRun, runsQuery } from '@sergak/contract/automation/automation.schema.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Tx } from '../../platform/db.ts';
import { searchCondition } from '../directory/public.ts';

const orders = {
  name: sql`e.full_name collate "ru-RU-x-icu"`,
  action: sql`r.action_type`,
  state: sql`r.state`,
  at: sql`coalesce(r.done_at, r.due_at)`,
};

/** The log of a tag, newest first by default, with the number of entries in each state. */
export const listRuns = async (tx: Tx, tagId: string, o: z.output<typeof runsQuery>) => {
  const search = (await searchCondition(tx, o.search)) ?? sql`true`;
  const common = sql`from tag_action_runs r join employees e on e.id = r.employee_id
    where r.tag_id = ${tagId} and (${search})
      and (${o.action_id ?? null}::uuid is null or r.action_id = ${o.action_id ?? null}::uuid)
      and (${o.from ?? null}::timestamptz is null or r.due_at >= ${o.from ?? null}::timestamptz)`;
  const order = o.sort_by === undefined ? sql`` : sql`${orders[o.sort_by]} ${sql.raw(o.sort_order)},`;
  const { rows } = await sql<ActionRun>`
    select r.id, jsonb_build_object('id', (select a.id from tag_actions a where a.id = r.action_id), 'type', r.action_type,
        'title', r.action_title) as action,
      jsonb_build_object('id', e.id, 'full_name', e.full_name, 'email', e.email, 'deleted', e.deleted_at is not null) as person,
      r.state, r.reason, r.joined_at, r.due_at, r.done_at, r.assignment_id, r.campaign_id
    ${common} and (${o.state ?? null}::text is null or r.state = ${o.state ?? null})
    order by ${order} r.id desc limit ${o.limit} offset ${o.offset}`.execute(tx);
  const counted = await sql<{ state: ActionRun['state']; n: number }>`
    select r.state, count(*)::int as n ${common} group by r.state`.execute(tx);
  const counts = { done: 0, waiting: 0, skipped: 0, failed: 0 };
  for (const { state, n } of counted.rows) counts[state] = n;
  const all = counts.done + counts.waiting + counts.skipped + counts.failed;
  return { data: rows, total_count: o.state ? counts[o.state] : all, counts };
};

/** The runs of a person, newest first. Deleted tags have the title they had. A waiting run of a deleted tag counts as ended. */
export const listPersonRuns = async (tx: Tx, employeeId: string, page: { limit: number; offset: number }) => {
  const gone = sql`r.state = 'waiting' and a.id is null`;
  const { rows } = await sql<PersonRun>`
    select r.id, jsonb_build_object('id', t.id, 'title', coalesce(t.title, r.tag_title)) as tag,
      jsonb_build_object('id', a.id, 'type', r.action_type, 'title', r.action_title) as action,
      case when ${gone} then case when r.assignment_id is null then 'skipped' else 'done' end else r.state end as state,
      case when ${gone} then 'action_removed' else r.reason end as reason,
      r.due_at, r.done_at, r.assignment_id, r.campaign_id
    from tag_action_runs r left join tags t on t.id = r.tag_id left join tag_actions a on a.id = r.action_id
    where r.employee_id = ${employeeId} order by r.id desc limit ${page.limit} offset ${page.offset}`.execute(tx);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from tag_action_runs where employee_id = ${employeeId}`.execute(tx);
  return { data: rows, total_count: counted[0]!.n };
};

export const isPerson = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('employees')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined;
