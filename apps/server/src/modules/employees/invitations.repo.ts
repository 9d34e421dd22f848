import type { Role } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { withMaker } from './employees.repo.ts';

export type Invited = { id: string; email: string; full_name: string; role: Role; language: Language };

/**
 * The people among these who are neither removed nor registered, with the language of their emails. The rows are locked, so
 * that no link is sent to an address that is changed at the same time.
 */
export const findUnregistered = async (tx: Tx, ids: readonly string[]): Promise<Invited[]> => {
  const { rows } = await sql<Invited>`
    select e.id, e.email, e.role, coalesce(nullif(btrim(e.first_name || ' ' || e.middle_name), ''), e.email) as full_name,
      coalesce(e.language, o.language) as language
    from employees e join organizations o on o.id = e.organization_id
    where e.id = any(${ids}::uuid[]) and e.deleted_at is null and not e.is_registered order by e.id for no key update of e`.execute(
    tx,
  );
  return rows;
};

export const findInvitationSender = (tx: Tx) =>
  tx.selectFrom('organizations').select(['id', 'title', 'brand_color']).executeTakeFirstOrThrow();

/** Records that these people were invited now, by an administrator or by the product. */
export const markInvited = async (tx: Tx, ids: readonly string[], by?: string): Promise<void> => {
  const maker = by === undefined ? sql`` : sql`, made_by = ${withMaker(by)}`;
  await sql`update employees set invited_at = ${now()}${maker} where id = any(${ids}::uuid[])`.execute(tx);
};
