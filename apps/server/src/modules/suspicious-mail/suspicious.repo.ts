import type { ReportStage, ReportVerdict } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const lockSuspicious = (tx: Tx, id: string) =>
  tx
    .selectFrom('suspicious_emails')
    .select(['id', 'subject', 'stage', 'verdict', 'message_key', 'body', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type Judgement = { readonly stage: ReportStage; readonly verdict: ReportVerdict | null; readonly by: string };

/** The other reports that follow a judgement: those with this message key that are open, or closed with this verdict. */
export type Followers = { readonly messageKey: string; readonly verdict: ReportVerdict | null };

/**
 * Stores stage and verdict of a report and of those that follow it. Returns how many reports that were. The person who took a
 * report stays until it is new again.
 */
export const judge = async (
  tx: Tx,
  id: string,
  followers: Followers | null,
  { stage, verdict, by }: Judgement,
): Promise<number> => {
  const following = followers
    ? sql`message_key = ${followers.messageKey} and message_key <> '' and (stage <> 'closed' or verdict = ${followers.verdict})`
    : sql`false`;
  const at = iso(now());
  const { numAffectedRows } = await sql`
    update suspicious_emails set stage = ${stage}, verdict = ${verdict}, version = version + 1,
      taken_by = case when ${stage} = 'new' then null else coalesce(taken_by, ${by}::uuid) end,
      taken_at = case when ${stage} = 'new' then null else coalesce(taken_at, ${at}::timestamptz) end,
      state_by = case when ${stage} = 'new' then null else ${by}::uuid end,
      state_at = case when ${stage} = 'new' then null else ${at}::timestamptz end,
      judged_at = coalesce(judged_at, case when ${verdict}::text is not null then ${at}::timestamptz end)
    where id = ${id} or (${following})`.execute(tx);
  return Number(numAffectedRows ?? 0);
};

export type Answered = {
  readonly id: string;
  readonly email: string;
  readonly language: Language | null;
  readonly first_name: string;
};

/**
 * Marks the reports of a message as answered with this verdict and returns their reporters: employees who have not been told this
 * verdict yet, each once.
 */
export const markAnswered = async (
  tx: Tx,
  id: string,
  messageKey: string,
  verdict: ReportVerdict,
): Promise<Answered[]> => {
  const { rows } = await sql<Answered>`
    with told as (
      update suspicious_emails s set answered = ${verdict}, answered_at = ${iso(now())}::timestamptz
      where (s.id = ${id} or (s.message_key = ${messageKey} and s.message_key <> '')) and s.answered is distinct from ${verdict}
        and s.verdict = ${verdict} and s.reporter_id is not null
      returning s.reporter_id)
    select distinct e.id, e.email, e.language, e.first_name from told t join employees e on e.id = t.reporter_id
    where e.deleted_at is null and e.email is not null order by e.id`.execute(tx);
  return rows;
};
