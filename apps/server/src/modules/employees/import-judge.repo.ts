import { assignableRoles } from '@sergak/contract/access/roles.ts';
import { REMOVED_DAYS } from '@sergak/contract/employees/employees.rules.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { isOtherPerson } from './directory-links.repo.ts';
import type { CheckedRow } from './import-check.ts';
import type { By } from './imports.repo.ts';
import { formerHolderId, isRemovedByHand, isRestorable } from './removed.query.ts';

/** Whether the address of `employees e` is protected: a role above `employee`, now or in the last {@link REMOVED_DAYS} days. */
export const isAddressProtected =
  () => sql<boolean>`(e.role <> 'employee' or (coalesce(e.former_role, 'employee') <> 'employee'
  and e.role_lowered_at > ${iso(after(now(), -REMOVED_DAYS * DAY))}::timestamptz))`;

/** A line with the id of its department, if the department exists. */
export type JudgedRow = CheckedRow & { readonly department_id: string | null };

/**
 * Stores checked lines with their verdict against the current staff. A blank cell changes nothing. People above the importer stay
 * as they are, and so do roles that imports cannot give. A line of a directory means the person whose entry has its key, else the
 * person with its address, unless that person has another entry. The address of somebody who has left brings no newcomer into
 * the account: such a line is rejected, and the account is none that returns. A person who was recently removed is `returned`; a directory
 * restores only people whom a directory removed, and without their former role. The name made of an address is only for new people.
 */
export const insertRows = async (
  tx: Tx,
  importId: string,
  rows: readonly JudgedRow[],
  by: By & { readonly domains: readonly string[] },
): Promise<void> => {
  await sql`
    with judged as materialized (
      select r.*, coalesce(e.id, gone.id) as employee_id, gone.id is not null as returns,
        ${by.fromDirectory} and gone.id is not null and exists (select from employees g where g.id = gone.id and ${isRemovedByHand(sql`g`)}) as by_hand,
        e.id is null and gone.id is null and (r.last_name = '' or r.first_name = '') and r.guess is null and not r.rejected as nameless,
        e.id is null and gone.id is null and r.last_name = '' and r.first_name = '' and r.guess is not null as guessed,
        r.role <> '' and r.role <> e.role as role_moves,
        e.id is not null and not (e.role = any(${by.manageable}::text[])) as above,
        e.id is not null and ${isOtherPerson(sql`e`, sql`r`)} as stranger,
        e.id is not null and e.email_key <> lower(r.email) as moves,
        ${isAddressProtected()} as protected,
        split_part(e.email_key, '@', 2) = any(${by.domains}::text[]) and not split_part(lower(r.email), '@', 2) = any(${by.domains}::text[]) as unverified,
        (r.last_name <> '' and r.last_name <> e.last_name) or (r.first_name <> '' and r.first_name <> e.first_name)
          or (r.middle_name <> '' and r.middle_name <> e.middle_name) or (r.position <> '' and r.position <> e.position)
          or (r.department <> '' and r.department_id is distinct from e.department_id)
          or (r.role <> '' and r.role <> e.role) as changes,
        e.id = ${by.id} or not (e.role = any(${assignableRoles}::text[])) as role_fixed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(line int, rejected boolean, reasons jsonb, entry_key text, email text, last_name text,
        first_name text, middle_name text, guess jsonb, position text, department text, department_id uuid, role text, raw jsonb)
      left join lateral (select coalesce(
        (select h.id from directory_links k join employees h on h.id = k.employee_id and h.deleted_at is null where k.entry_key = r.entry_key),
        (select h.id from employees h where h.email_key = lower(r.email) and h.deleted_at is null and not exists (select from directory_links o
          where o.employee_id = h.id and o.seen_import = ${importId} and o.entry_key <> r.entry_key))) as id) found on not r.rejected
      left join employees e on e.id = found.id
      left join lateral (select coalesce(
        (select e.id from directory_links k join employees e on e.id = k.employee_id where k.entry_key = r.entry_key and ${isRestorable()}),
        (${formerHolderId(sql`r.email`, sql`not ${isOtherPerson(sql`e`, sql`r`)}`)})) as id) gone on not r.rejected and found.id is null),
    decided as (
      select j.*, case when j.rejected or j.nameless or j.by_hand or j.stranger or (j.moves and (j.protected or j.unverified))
          or (j.changes and (j.above or (j.role_moves and j.role_fixed))) then 'rejected'
        when j.employee_id is null then 'added' when j.returns then 'returned' when j.changes or j.moves then 'changed' else 'unchanged' end as verdict
      from judged j)
    insert into employee_import_rows
      (import_id, line, verdict, reasons, employee_id, entry_key, email, last_name, first_name, middle_name, position, department, role, raw)
    select ${importId}, d.line, d.verdict,
      case when d.nameless then '{name_missing}'::text[] when d.by_hand then '{removed_by_hand}'::text[]
        when d.stranger then '{address_of_other}'::text[]
        when d.verdict = 'rejected' and not d.rejected and d.moves and d.protected then '{address_protected}'::text[]
        when d.verdict = 'rejected' and not d.rejected and d.moves and d.unverified then '{address_unverified}'::text[]
        when d.verdict = 'rejected' and not d.rejected then '{role_forbidden}'::text[]
        else array(select jsonb_array_elements_text(d.reasons)) || case when d.guessed and d.verdict = 'added' then '{name_from_address}'::text[] else '{}' end end,
      case when d.stranger is not true then d.employee_id end, d.entry_key, d.email,
      case when d.guessed then d.guess->>'last_name' else d.last_name end, case when d.guessed then d.guess->>'first_name' else d.first_name end,
      case when d.guessed then d.guess->>'middle_name' else d.middle_name end, d.position, d.department,
      case when d.role = '' and d.verdict = 'returned' and ${by.fromDirectory} then 'employee' else d.role end,
      case when d.verdict = 'rejected' then array(select jsonb_array_elements_text(d.raw)) else '{}' end
    from decided d`.execute(tx);
};

/** Rejects changed addresses that another person has who keeps the address. Must run after all lines are stored. */
export const rejectTakenAddresses = (tx: Tx, importId: string) =>
  sql`update employee_import_rows r set verdict = 'rejected', reasons = '{address_taken}',
      raw = array[r.email, r.last_name, r.first_name, r.middle_name, r.position, r.department, r.role]
    from employees e, employees h
    where r.import_id = ${importId} and r.verdict = 'changed' and e.id = r.employee_id and e.email_key <> lower(r.email)
      and h.email_key = lower(r.email) and h.deleted_at is null and h.id <> e.id
      and not exists (select from employee_import_rows o where o.import_id = ${importId} and o.employee_id = h.id
        and o.verdict = 'changed' and lower(o.email) <> h.email_key)`.execute(tx);
