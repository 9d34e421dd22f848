import { addressKey } from '@sergak/contract/email-address.rules.ts';
import type { ScimQuery } from '@sergak/contract/scim/scim.schema.ts';
import { REMOVED_DAYS } from '@sergak/contract/employees/employees.limits.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { sql, type RawBuilder } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { comparisonsOf, type ScimFilter, type Operator, type Value } from './filter.ts';
import { badRequest } from './scim-error.ts';
import { ownValue } from '../../platform/own-value.ts';

export type ScimUserRow = {
  id: string;
  user_name: string;
  external_id: string | null;
  email: string;
  last_name: string;
  first_name: string;
  middle_name: string;
  full_name: string;
  position: string;
  role: Role;
  active: boolean;
  department_id: string;
  in_default: boolean;
  linked: boolean;
  created_at: string;
  updated_at: string;
};

/** People removed before this time cannot be restored, as on the staff page, and the provider no longer sees them. */
export const goneBefore = (): string => iso(after(now(), -REMOVED_DAYS * DAY));

const from = () =>
  sql`employees e join departments d on d.id = e.department_id left join scim_users s on s.employee_id = e.id`;
/** The condition of people visible to a provider: people who are not removed, and people it deactivated recently. */
const isVisible = () => sql`e.role <> 'pdf_service' and (e.deleted_at is null
  or (s.employee_id is not null and s.removed_at is null and e.deleted_at > ${goneBefore()}::timestamptz))`;
const columns = sql`e.id, coalesce(s.user_name, e.email) as user_name, s.external_id, e.email, e.last_name, e.first_name, e.middle_name,
  e.full_name, e.position, e.role, e.deleted_at is null as active, e.department_id, d.is_default as in_default,
  s.employee_id is not null as linked, e.created_at, greatest(e.created_at, s.updated_at) as updated_at`;

const texts: Readonly<Record<string, RawBuilder<unknown>>> = {
  username: sql`lower(coalesce(s.user_name, e.email))`,
  emails: sql`e.email_key`,
  'emails.value': sql`e.email_key`,
  'emails.type': sql`'work'`,
  displayname: sql`lower(e.full_name)`,
  'name.formatted': sql`lower(e.full_name)`,
  'name.familyname': sql`lower(e.last_name)`,
  'name.givenname': sql`lower(e.first_name)`,
  'name.middlename': sql`lower(e.middle_name)`,
  title: sql`lower(e.position)`,
};
/** Attributes compared with their letter case. */
const exact: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`e.id::text`,
  externalid: sql`s.external_id`,
  groups: sql`e.department_id::text`,
  'groups.value': sql`e.department_id::text`,
};
const instants: Readonly<Record<string, RawBuilder<unknown>>> = {
  'meta.created': sql`e.created_at`,
  'meta.lastmodified': sql`greatest(e.created_at, s.updated_at)`,
};
const flags: Readonly<Record<string, RawBuilder<boolean>>> = {
  active: sql<boolean>`(e.deleted_at is null)`,
  'emails.primary': sql<boolean>`true`,
};

const like = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const unsupported = (path: string, op: Operator) =>
  badRequest('invalidFilter', `Filtering by “${path} ${op}” is not supported.`);

const textCondition = (column: RawBuilder<unknown>, path: string, op: Operator, value: Value): RawBuilder<boolean> => {
  if (op === 'pr') return sql<boolean>`coalesce(${column}, '') <> ''`;
  if (op === 'eq' && value === null) return sql<boolean>`coalesce(${column}, '') = ''`;
  if (typeof value !== 'string') throw unsupported(path, op);
  if (op === 'eq') return sql<boolean>`coalesce(${column} = ${value}, false)`;
  if (op === 'ne') return sql<boolean>`${column} is distinct from ${value}`;
  const patterns: Partial<Record<Operator, string>> = {
    co: `%${like(value)}%`,
    sw: `${like(value)}%`,
    ew: `%${like(value)}`,
  };
  if (patterns[op] === undefined) throw unsupported(path, op);
  return sql<boolean>`coalesce(${column} like ${patterns[op]}, false)`;
};

const instantCondition = (
  column: RawBuilder<unknown>,
  path: string,
  op: Operator,
  value: Value,
): RawBuilder<boolean> => {
  const at =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? new Date(value) : null;
  const sign = ({ eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as Partial<Record<Operator, string>>)[op];
  if (op === 'pr') return sql<boolean>`true`;
  if (!sign || !at || Number.isNaN(at.getTime())) throw unsupported(path, op);
  return sql<boolean>`${column} ${sql.raw(sign)} ${at.toISOString()}::timestamptz`;
};

/** Whether a person is in a group: the department, or a tag of the provider. */
const isInGroup = (value: Value) => sql<boolean>`(e.department_id::text = ${String(value).toLowerCase()} or exists (
  select from scim_tags g join tag_employees m on m.tag_id = g.tag_id
  where m.employee_id = e.id and g.tag_id::text = ${String(value).toLowerCase()}))`;

const compared = (path: string, op: Operator, value: Value): RawBuilder<boolean> => {
  if ((path === 'groups' || path === 'groups.value') && (op === 'eq' || op === 'ne'))
    return sql<boolean>`${isInGroup(value)} = ${op === 'eq'}`;
  const [text, sameText, instant] = [ownValue(texts, path), ownValue(exact, path), ownValue(instants, path)];
  if (path === 'username' && op === 'eq' && typeof value === 'string') return isNamed(value);
  if (text) return textCondition(text, path, op, typeof value === 'string' ? comparable(path, value) : value);
  if (sameText) return textCondition(sameText, path, op, value);
  if (instant) return instantCondition(instant, path, op, value);
  const flagged = ownValue(flags, path);
  if (!flagged) throw badRequest('invalidFilter', `Filtering by “${path}” is not supported.`);
  const wanted = typeof value === 'string' ? /^true$/i.test(value) : value;
  if (op === 'pr') return sql<boolean>`true`;
  if (op !== 'eq' && op !== 'ne') throw unsupported(path, op);
  return sql<boolean>`${flagged} = ${(op === 'eq') === wanted}`;
};

/** A value in the spelling in which the attribute is compared. */
const comparable = (path: string, value: string): string =>
  path.startsWith('emails') ? addressKey(value) : value.toLowerCase();

/** Whether a person has this name; people whom the provider has not named are named by their address. */
const isNamed = (name: string) => sql<boolean>`coalesce(lower(s.user_name) = ${name.toLowerCase()}
  or (s.user_name is null and e.email_key = ${addressKey(name)}), false)`;

const condition = (filter: ScimFilter, within = ''): RawBuilder<boolean> => {
  if (filter.kind === 'compare') return compared(within + filter.path, filter.op, filter.value);
  if (filter.kind === 'not') return sql<boolean>`not (${condition(filter.of, within)})`;
  if (filter.kind === 'within') return condition(filter.of, `${filter.path}.`);
  const parts = filter.parts.map((part) => condition(part, within));
  return sql<boolean>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
};

/** Equality of an indexed attribute finds a few rows by an index; the whole filter then checks only these rows. */
const indexedCondition = (filter: ScimFilter): RawBuilder<boolean> => {
  const must =
    filter.kind === 'compare'
      ? [filter]
      : filter.kind === 'and'
        ? filter.parts.filter((part) => part.kind === 'compare')
        : [];
  const equal = must.find(
    (one) => one.op === 'eq' && typeof one.value === 'string' && ['username', 'externalid'].includes(one.path),
  );
  if (!equal) return sql<boolean>`true`;
  if (equal.path === 'externalid')
    return sql<boolean>`e.id in (select u.employee_id from scim_users u where u.external_id = ${equal.value})`;
  const key = String(equal.value).toLowerCase();
  return sql<boolean>`e.id in (select u.employee_id from scim_users u where u.user_name_key = ${key}
    union all select p.id from employees p where p.email_key = ${addressKey(key)} and p.deleted_at is null)`;
};

/** One page of people and the total number that the filter finds. */
export const selectScimUsers = async (
  tx: Tx,
  filter: ScimFilter | null,
  page: Pick<ScimQuery, 'startIndex' | 'count'>,
) => {
  if (filter && comparisonsOf(filter).length > 50)
    throw badRequest('invalidFilter', 'The filter has too many comparisons.');
  const where = filter ? sql`${isVisible()} and ${indexedCondition(filter)} and ${condition(filter)}` : isVisible();
  const total = (await sql<{ n: number }>`select count(*) as n from ${from()} where ${where}`.execute(tx)).rows[0]!.n;
  if (page.count === 0 || total < page.startIndex) return { total, rows: [] };
  const { rows } = await sql<ScimUserRow>`select ${columns} from ${from()} where ${where}
    order by e.created_at, e.id limit ${page.count} offset ${page.startIndex - 1}`.execute(tx);
  return { total, rows };
};

/** One person visible to the provider, by id. */
export const findUser = async (tx: Tx, id: string): Promise<ScimUserRow | undefined> =>
  (await sql<ScimUserRow>`select ${columns} from ${from()} where ${isVisible()} and e.id = ${id}`.execute(tx)).rows[0];

/** The visible person with this name or address, except the person `but`. */
export const findByName = async (
  tx: Tx,
  userName: string,
  email: string,
  but?: string,
): Promise<ScimUserRow | undefined> =>
  (
    await sql<ScimUserRow>`select ${columns} from ${from()} where ${isVisible()} and e.id is distinct from ${but ?? null}::uuid
      and (lower(s.user_name) = ${userName.toLowerCase()} or (s.user_name is null and e.email_key = ${addressKey(userName)})
        or (e.email_key = ${addressKey(email)} and e.deleted_at is null)) limit 1`.execute(tx)
  ).rows[0];

/** A person whom the provider deleted recently and now adds again. */
export const findRemoved = async (tx: Tx, userName: string, email: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select e.id from employees e join scim_users s on s.employee_id = e.id
    where e.deleted_at > ${goneBefore()}::timestamptz and s.removed_at is not null
      and (s.user_name_key = ${userName.toLowerCase()} or e.email_key = ${addressKey(email)})
    order by e.deleted_at desc limit 1`.execute(tx);
  return rows[0]?.id;
};
