import type { DepartmentTwins } from '@sergak/contract/departments/departments.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { listDepartments } from './departments.query.ts';

/** Maximum number of pairs in one answer; the rest is offered after these are merged. */
const TWINS_MAX = 100;

/**
 * Siblings whose titles differ in spelling only: each with the one to keep, which is a group of the identity provider if one of
 * them is, else the oldest.
 */
export const listTwins = async (tx: Tx): Promise<DepartmentTwins[]> => {
  const { rows } = await sql<{ keep: string; twin: string }>`
    select keep, id as twin from (
      select d.id, d.is_default, d.title, first_value(d.id) over w as keep
      from departments d left join scim_groups g on g.department_id = d.id
      window w as (partition by d.parent_id, d.title_key order by d.is_default desc, (g.department_id is null), d.created_at, d.id)
    ) d where keep <> id order by d.title collate "ru-RU-x-icu", d.id limit ${TWINS_MAX}`.execute(tx);
  if (rows.length === 0) return [];
  const byId = new Map((await listDepartments(tx)).map((one) => [one.id, one]));
  const titlesTo = (id: string | null): string[] => {
    const found = id === null ? undefined : byId.get(id);
    return found ? [...titlesTo(found.parent_department_uuid), found.title] : [];
  };
  return rows.map(({ keep, twin }) => ({
    keep: byId.get(keep)!,
    twin: byId.get(twin)!,
    path: titlesTo(byId.get(keep)!.parent_department_uuid),
  }));
};

/** The departments that an identity provider keeps in step as groups; none when no token of SCIM works or groups are tags. */
export const providerGroups = async (tx: Tx): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select g.department_id as id from scim_groups g
    where exists (select from api_tokens t where t.kind = 'scim' and t.revoked_at is null)
      and not exists (select from scim_settings s where s.groups <> 'departments')`.execute(tx);
  return new Set(rows.map((row) => row.id));
};
