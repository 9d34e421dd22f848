import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { avoidNestedLoops } from '../../platform/planner-statistics.repo.ts';
import { belongs } from './membership.query.ts';

/** Locks a tag for a change. */
export const lockTag = (tx: Tx, id: string) =>
  tx
    .selectFrom('tags')
    .select([
      'id',
      'title',
      'type',
      'color',
      'is_active',
      'is_system',
      'life_days',
      'min_risk_level',
      'max_risk_level',
      'version',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertTag = async (tx: Tx, tag: { title: string; color: string }): Promise<string> => {
  const row = await tx
    .insertInto('tags')
    .values({ ...tag, type: 'arbitrary', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const updateTag = (
  tx: Tx,
  id: string,
  changes: Partial<Pick<Tag, 'title' | 'color' | 'is_active' | 'life_days' | 'min_risk_level' | 'max_risk_level'>>,
) =>
  tx
    .updateTable('tags')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

export const deleteTagRow = (tx: Tx, id: string) => tx.deleteFrom('tags').where('id', '=', id).execute();

/** Adds current people to a tag; existing members do not change. `onboarding`: run its actions for them. Returns who joined. */
export const addMembers = async (
  tx: Tx,
  tagId: string,
  people: readonly string[],
  onboarding: boolean,
): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    insert into tag_employees (tag_id, employee_id, joined_at, onboarding)
    select ${tagId}, e.id, ${now()}, ${onboarding} from employees e where e.id = any(${people}::uuid[]) and e.deleted_at is null
    on conflict do nothing returning employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};

/** Adds new people to the tags that fill themselves at creation: newcomers, and people not registered yet. */
export const addNewcomers = (tx: Tx, people: readonly string[]) =>
  sql`
    insert into tag_employees (tag_id, employee_id, joined_at)
    select t.id, e.id, ${now()} from employees e join tags t
      on t.type = 'newbie' or (t.type = 'not_registered' and not e.is_registered)
    where e.id = any(${people}::uuid[])
    on conflict do nothing`.execute(tx);

export const removeMembers = async (tx: Tx, tagId: string, people: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    delete from tag_employees where tag_id = ${tagId} and employee_id = any(${people}::uuid[]) returning employee_id`.execute(
    tx,
  );
  return rows.map((row) => row.employee_id);
};

/** Updates the tags that fill themselves for these people (null: everyone). Returns the number of changed memberships. */
export const refreshMembership = async (
  tx: Tx,
  people: readonly string[] | null,
  onboarding = true,
): Promise<number> => {
  // For a large organisation this takes longer than a request may, with nested loops by the square of its people.
  if (people === null) {
    await sql`select set_config('statement_timeout', '600s', true)`.execute(tx);
    await avoidNestedLoops(tx);
  }
  const { rows } = await sql<{ changed: number }>`
    with wanted as (
      select t.id as tag_id, e.id as employee_id from employees e join tags t on ${belongs(now())}
      where e.deleted_at is null and (${people === null} or e.id = any(${people ?? []}::uuid[]))),
    gone as (
      delete from tag_employees m using tags t
      where t.id = m.tag_id and t.type in ('newbie', 'not_registered', 'risk_group')
        and (${people === null} or m.employee_id = any(${people ?? []}::uuid[]))
        and not exists (select from wanted w where w.tag_id = m.tag_id and w.employee_id = m.employee_id)
      returning 1),
    come as (
      insert into tag_employees (tag_id, employee_id, joined_at, onboarding) select w.tag_id, w.employee_id, ${now()}, ${onboarding} from wanted w
      where not exists (select from tag_employees m where m.tag_id = w.tag_id and m.employee_id = w.employee_id)
      on conflict do nothing returning 1)
    select (select count(*) from gone) + (select count(*) from come) as changed`.execute(tx);
  return rows[0]!.changed;
};

/** People whose time as a newcomer is over, by organisation. Crosses tenants, for the minute sweep. */
export const oldNewcomers = async (tx: SystemTx): Promise<{ organization_id: string; employee_ids: string[] }[]> => {
  const { rows } = await sql<{ organization_id: string; employee_ids: string[] }>`
    select m.organization_id, array_agg(m.employee_id) as employee_ids from tag_employees m
    join tags t on t.id = m.tag_id and t.type = 'newbie'
    join employees e on e.id = m.employee_id
    where e.created_at <= ${now()}::timestamptz - make_interval(days => t.life_days)
    group by m.organization_id`.execute(tx);
  return rows;
};

/** Takes people whose data is erased out of all tags. */
export const forgetMembers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from tag_employees where employee_id = any(${ids}::uuid[])`.execute(tx);
};
