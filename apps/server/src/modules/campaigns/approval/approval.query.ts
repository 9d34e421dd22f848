import { administratorRoles, rolesWith } from '@sergak/contract/access/roles.ts';
import type { ApprovalRequest } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { sql } from 'kysely';
import { iso } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';
import { authorsOf, barReason, oldEnough, type Account } from './approval.rules.ts';

const SHOWN = 5;
const WRITTEN_TO = 100;

/** Registered people of the organisation who manage campaigns. */
const administrators = (tx: Tx) =>
  tx
    .selectFrom('employees as e')
    .where('e.deleted_at', 'is', null)
    .where('e.is_registered', '=', true)
    .where('e.role', 'in', rolesWith('admin.phishing.campaigns'));

/** An account begins when the person is added or registers, whichever is later. */
const since = sql<string>`greatest(e.created_at, e.registered_at)`;

/**
 * Whether account `e` made the account of one of these authors of the transaction's organisation. Its owner could launch a
 * campaign with one account and approve it with the other. Administrators are exempt, because they may change the limit
 * itself.
 */
const isMaker = (authors: readonly string[]) =>
  sql<boolean>`(e.role <> all(${administratorRoles}::text[])
    and exists (select from employees a where a.id = any(${authors}::uuid[]) and e.id = any(a.made_by)))`;

/** Accounts that may decide about a campaign of these authors: independent of all authors, and not new. */
const approvers = (tx: Tx, authors: readonly string[]) =>
  administrators(tx)
    .where(since, '<=', iso(oldEnough()))
    .where(sql<boolean>`not e.made_by && ${authors}::uuid[]`)
    .where(sql<boolean>`not ${isMaker(authors)}`)
    .where(sql<boolean>`e.id <> all(${authors}::uuid[])`);

export type Addressee = { id: string; email: string; language: 'ru' | 'en' | 'uz' };
const addressed = (query: ReturnType<typeof administrators>) =>
  query
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .select(['e.id', 'e.email'])
    .select((eb) => eb.fn.coalesce('e.language', 'o.language').as('language'));

/** Addressees of the email that is sent when a campaign of these authors waits for approval. */
export const findApprovers = (tx: Tx, authors: readonly string[]): Promise<Addressee[]> =>
  addressed(approvers(tx, authors)).orderBy('e.id').limit(WRITTEN_TO).execute();

/** All administrators of the organisation; they get an email when its limits are loosened or it loses a domain. */
export const findAdministrators = (tx: Tx): Promise<Addressee[]> =>
  addressed(administrators(tx)).orderBy('e.id').limit(WRITTEN_TO).execute();

/** How many people of the organisation manage campaigns. */
export const countApprovers = async (tx: Tx): Promise<number> =>
  (
    await administrators(tx)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** Returns those of these people who still manage campaigns, to notify them of the decision. */
export const findAskers = (tx: Tx, ids: readonly string[]): Promise<Addressee[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : addressed(administrators(tx))
        .where('e.id', 'in', [...ids])
        .execute();

/** Returns the names of some accounts that may decide, and the number of all of them. */
export const someApprovers = async (tx: Tx, authors: readonly string[]) => {
  const rows = await approvers(tx, authors)
    .select(['e.id', 'e.full_name', sql<number>`(count(*) over ())::int`.as('total')])
    .orderBy('e.full_name')
    .orderBy('e.id')
    .limit(SHOWN)
    .execute();
  return {
    approvers: rows.map(({ id, full_name }) => ({ id, full_name })),
    approvers_count: rows[0]?.total ?? 0,
  };
};

/** Returns the facts that decide whether this person, of the transaction's organisation, may approve. */
export const findAccount = (tx: Tx, id: string, authors: readonly string[]): Promise<Account | undefined> =>
  tx
    .selectFrom('employees as e')
    .select([since.as('since'), 'e.made_by', isMaker(authors).as('is_maker')])
    .where('e.id', '=', id)
    .executeTakeFirst();

/** Whether this person made the account of one of these authors. */
export const hasMade = async (tx: Tx, id: string, authors: readonly string[]): Promise<boolean> => {
  const { rows } =
    await sql`select from employees where id = any(${authors}::uuid[]) and ${id}::uuid = any(made_by)`.execute(tx);
  return rows.length > 0;
};

/** Returns the authors of a campaign and the other administrators who may not decide about it, each with the reason. */
const findBarred = async (tx: Tx, authors: readonly string[]): Promise<ApprovalRequest['barred']> => {
  const others = await administrators(tx)
    .select(['e.id', since.as('since'), 'e.made_by', isMaker(authors).as('is_maker')])
    .where(sql<boolean>`e.id <> all(${authors}::uuid[])`)
    .where(
      sql<boolean>`(${since} > ${iso(oldEnough())}::timestamptz or e.made_by && ${authors}::uuid[] or ${isMaker(authors)})`,
    )
    .orderBy('e.id')
    .limit(WRITTEN_TO)
    .execute();
  return [
    ...authors.map((id) => ({ id, reason: 'author' as const })),
    ...others.map(({ id, ...account }) => ({ id, reason: barReason(account, authors)! })),
  ];
};

/** Returns the approval request of a campaign and its decision; null if approval was never requested. */
export const findApprovalRequest = async (
  tx: Tx,
  campaign: { id: string; created_by: string | null; edited_by: string | null },
): Promise<ApprovalRequest | null> => {
  const row = await tx
    .selectFrom('campaign_approvals')
    .selectAll()
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirst();
  if (!row) return null;
  const authors = authorsOf(campaign);
  const named = (id: string | null, full_name: string) => (id === null ? null : { id, full_name });
  return {
    asked_by: named(row.asked_by, row.asked_name),
    asked_at: row.asked_at,
    recipients: row.recipients,
    above: row.above,
    decided_by: named(row.decided_by, row.decided_name),
    decided_at: row.decided_at,
    note: row.note,
    barred: await findBarred(tx, authors),
    ...(await someApprovers(tx, authors)),
  };
};

/** Returns the latest approval request of a campaign. */
export const findLatestRequest = (tx: Tx, campaignId: string) =>
  tx
    .selectFrom('campaign_approvals')
    .select(['above', 'asked_by', 'decided_at'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();

/** Returns a person's name: from the staff, or, for a person of a parent organisation, from the audit log of the launch. */
export const nameOf = async (tx: Tx, employeeId: string | null, campaignId: string): Promise<string> => {
  if (employeeId === null) return '';
  const { rows } = await sql<{ name: string | null }>`
    select coalesce((select full_name from employees where id = ${employeeId}),
      (select actor_name from audit_log where target_id = ${campaignId} and actor_id = ${employeeId} order by id desc limit 1)) as name`.execute(
    tx,
  );
  return rows[0]?.name ?? '';
};

/** Returns the organisation's data for emails about an approval. */
export const findApprovalSender = (tx: Tx) =>
  tx
    .selectFrom('organizations')
    .select(['title', 'brand_color', 'time_zone', 'approval_above', 'approval_is_default'])
    .executeTakeFirstOrThrow();
