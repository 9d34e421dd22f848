import type { Tag, TagMember } from '@sergak/contract/tags/tags.schema.ts';
import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import type { Sorting } from '@sergak/contract/paging.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { searchCondition } from '../directory/public.ts';

const coursesOf = (kind: CourseKind) => sql`array(select ac.course_id from tag_actions a
  join tag_action_courses ac on ac.action_id = a.id join courses c on c.id = ac.course_id
  where a.tag_id = t.id and c.kind = ${kind} order by ac.course_id)`;
const columns = sql`t.id, t.title, t.type, t.color, t.is_active, t.is_system, t.life_days, t.min_risk_level, t.max_risk_level, t.version,
  ${coursesOf('native')} as course_ids, ${coursesOf('scorm')} as cmi_course_ids,
  (select count(*)::int from tag_actions a where a.tag_id = t.id) as actions_count,
  (select coalesce(jsonb_agg(jsonb_build_object('type', a.type, 'day', a.defer_by) order by a.defer_by, a.created_at, a.id), '[]')
    from tag_actions a where a.tag_id = t.id) as steps,
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.id) order by a.created_at, a.id), '[]') from tag_actions a
    where a.tag_id = t.id and a.type in ('letter', 'registration_link')) as messages`;
const members = sql`(select count(*) from tag_employees m join employees e on e.id = m.employee_id
   where m.tag_id = t.id and e.deleted_at is null) as employees_count`;
/** Display order: the initial tags first, then the tags of the organisation by title. */
const order = sql`t.is_system desc, array_position('{newbie,not_registered,risk_group,arbitrary}'::text[], t.type), t.min_risk_level,
  t.title collate "ru-RU-x-icu", t.id`;

export const listTags = async (tx: Tx): Promise<Tag[]> =>
  (await sql<Tag>`select ${columns}, ${members} from tags t order by ${order}`.execute(tx)).rows;

/** A tag without the number of its members, which is slow to count in a large organisation. */
export type TagSetup = Omit<Tag, 'employees_count'>;

export const findTag = async (tx: Tx, id: string): Promise<TagSetup | undefined> =>
  (await sql<TagSetup>`select ${columns} from tags t where t.id = ${id}`.execute(tx)).rows[0];

/** A tag with the number of its members. */
export const findCountedTag = async (tx: Tx, id: string): Promise<Tag | undefined> =>
  (await sql<Tag>`select ${columns}, ${members} from tags t where t.id = ${id}`.execute(tx)).rows[0];

/** The id of the tag with this title, in any letter case. */
export const findByTitle = async (tx: Tx, title: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from tags where lower(title) = lower(${title})`.execute(tx)).rows[0]?.id;

const memberOrders = {
  name: sql`e.full_name collate "ru-RU-x-icu"`,
  department: sql`d.title collate "ru-RU-x-icu"`,
  joined_at: sql`m.joined_at`,
};
type MembersAsked = { id: string; search: string; limit: number; offset: number } & Partial<
  Sorting<keyof typeof memberOrders>
>;

/** Members of a tag who are not removed, by name by default. */
export const selectMembers = async (tx: Tx, o: MembersAsked) => {
  const order =
    o.sort_by === undefined
      ? sql`${memberOrders.name}`
      : sql`${memberOrders[o.sort_by]} ${sql.raw(o.sort_order ?? 'desc')}`;
  const from = sql`from tag_employees m join employees e on e.id = m.employee_id join departments d on d.id = e.department_id
    where m.tag_id = ${o.id} and e.deleted_at is null and ${(await searchCondition(tx, o.search)) ?? sql`true`}`;
  const { rows } = await sql<TagMember>`
    select e.id, e.full_name, e.email, e.position, e.is_registered, m.joined_at, json_build_object('id', d.id, 'title', d.title) as department
    ${from} order by ${order}, e.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  const count = await sql<{ n: number }>`select count(*) as n ${from}`.execute(tx);
  return { data: rows, total_count: count.rows[0]!.n };
};

/** Current people with these addresses. The addresses must be in lower case. */
export const findMembersByAddress = async (tx: Tx, addresses: readonly string[]) =>
  (
    await sql<{ id: string; full_name: string; email: string }>`
      select e.id, e.full_name, e.email from employees e join unnest(${addresses}::text[]) as wanted(email_key) using (email_key)
      where e.deleted_at is null order by e.full_name collate "ru-RU-x-icu", e.id`.execute(tx)
  ).rows;
