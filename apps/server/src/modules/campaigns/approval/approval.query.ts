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

/** An account begins when it is added or, where that is later, registered. */
const since = sql<string>`greatest(e.created_at, e.registered_at)`;

/**
 * Whether account `e` made the account of one of these authors of the transaction's organisation: it could launch with the one
 * and approve with the other. Administrators are exempt, since they may change the limit itself.
 */
const isMaker = (authors: readonly string[]) =>
  sql<boolean>`(e.role <> all(${list(administratorRoles)}::text[])
    and exists (select from employees a where a.id = any(${list(authors)}::uuid[]) and e.id = any(a.made_by)))`;

/** Those who may decide over a campaign of these authors: independent of all of them, and no new account. */
const approvers = (tx: Tx, authors: readonly string[]) =>
  administrators(tx)
    .where(since, '<=', iso(oldEnough()))
    .where(sql<boolean>`not e.made_by && ${list(authors)}::uuid[]`)
    .where(sql<boolean>`not ${isMaker(authors)}`)
    .where(sql<boolean>`e.id <> all(${list(authors)}::uuid[])`);

const list = (ids: readonly string[]) => `{${ids.join(',')}}`;

export type Addressee = { id: string; email: string; language: 'ru' | 'en' | 'uz' };
const addressed = (query: ReturnType<typeof administrators>) =>
  query
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .select(['e.id', 'e.email'])
    .select((eb) => eb.fn.coalesce('e.language', 'o.language').as('language'));

/** Those who are written to when a campaign of these authors waits. */
export const findApprovers = (tx: Tx, authors: readonly string[]): Promise<Addressee[]> =>
  addressed(approvers(tx, authors)).orderBy('e.id').limit(WRITTEN_TO).execute();

/** All administrators of the organisation: they are told when its limits are loosened or a domain is lost. */
export const findAdministrators = (tx: Tx): Promise<Addressee[]> =>
  addressed(administrators(tx)).orderBy('e.id').limit(WRITTEN_TO).execute();

/** How many people of the organisation manage campaigns. */
export const countApprovers = async (tx: Tx): Promise<number> =>
  (
    await administrators(tx)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/** The living among these people of the organisation, to be told how it ended. */
export const findAskers = (tx: Tx, ids: readonly string[]): Promise<Addressee[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : addressed(administrators(tx))
        .where('e.id', 'in', [...ids])
        .execute();

/** Some of those who may decide, by name, and how many there are. */
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

/** What decides whether this person, of the transaction's organisation, may approve. */
export const findAccount = (tx: Tx, id: string, authors: readonly string[]): Promise<Account | undefined> =>
  tx
    .selectFrom('employees as e')
    .select([since.as('since'), 'e.made_by', isMaker(authors).as('is_maker')])
    .where('e.id', '=', id)
    .executeTakeFirst();

/** Whether this person made the account of one of these authors. */
export const hasMade = async (tx: Tx, id: string, authors: readonly string[]): Promise<boolean> => {
  const { rows } =
    await sql`select from employees where id = any(${list(authors)}::uuid[]) and ${id}::uuid = any(made_by)`.execute(
      tx,
    );
  return rows.length > 0;
};

/** The authors of a campaign and the other administrators who may not decide over it, each with the reason. */
const findBarred = async (tx: Tx, authors: readonly string[]): Promise<ApprovalRequest['barred']> => {
  const others = await administrators(tx)
    .select(['e.id', since.as('since'), 'e.made_by', isMaker(authors).as('is_maker')])
    .where(sql<boolean>`e.id <> all(${list(authors)}::uuid[])`)
    .where(
      sql<boolean>`(${since} > ${iso(oldEnough())}::timestamptz or e.made_by && ${list(authors)}::uuid[] or ${isMaker(authors)})`,
    )
    .orderBy('e.id')
    .limit(WRITTEN_TO)
    .execute();
  return [
    ...authors.map((id) => ({ id, reason: 'author' as const })),
    ...others.map(({ id, ...account }) => ({ id, reason: barReason(account, authors)! })),
  ];
};

/** What is asked about a campaign and what came of it; null where nothing ever was. */
export const findRequest = async (
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

/** The question about a campaign as it was asked last. */
export const findQuestion = (tx: Tx, campaignId: string) =>
  tx
    .selectFrom('campaign_approvals')
    .select(['above', 'asked_by', 'decided_at'])
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();

/** What somebody is called: among the staff, or, from an organisation above, as the action log knows who launched it. */
export const nameOf = async (tx: Tx, employeeId: string | null, campaignId: string): Promise<string> => {
  if (employeeId === null) return '';
  const { rows } = await sql<{ name: string | null }>`
    select coalesce((select full_name from employees where id = ${employeeId}),
      (select actor_name from audit_log where target = ${campaignId} and actor_id = ${employeeId} order by id desc limit 1)) as name`.execute(
    tx,
  );
  return rows[0]?.name ?? '';
};

/** What the emails about an approval say of the organisation. */
export const findSender = (tx: Tx) =>
  tx
    .selectFrom('organizations')
    .select(['title', 'brand_color', 'time_zone', 'approval_above'])
    .executeTakeFirstOrThrow();
