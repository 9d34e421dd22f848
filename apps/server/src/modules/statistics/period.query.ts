import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { dayIn, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** The organisation of the transaction, with the current day in its time zone. */
export type StatisticsOrganization = {
  readonly id: string;
  readonly title: string;
  readonly time_zone: string;
  readonly brand_color: string;
  /** The day from which stored points follow today's rules; null: all of them do. */
  readonly risk_rule_since: string | null;
  readonly today: string;
};

export const findStatisticsOrganization = async (tx: Tx): Promise<StatisticsOrganization> => {
  const row = await tx
    .selectFrom('organizations')
    .select(['id', 'title', 'time_zone', 'brand_color', 'risk_rule_since'])
    .executeTakeFirstOrThrow();
  return { ...row, today: dayIn(now(), row.time_zone) };
};

/**
 * The last `days` days with today, and the same number before them, as days of the organisation. Levels change since the end
 * of the day `before` the period.
 */
export const periodOf = (organization: Pick<StatisticsOrganization, 'today'>, days: number) => {
  const from = addDays(organization.today, 1 - days);
  return { days, from, to: organization.today, before: addDays(from, -1), previous: addDays(from, -days) };
};
export type Period = ReturnType<typeof periodOf>;

/** SQL instant at which a day begins in the organisation's time zone. */
export const midnight = (day: string, organization: Pick<StatisticsOrganization, 'time_zone'>): RawBuilder<string> =>
  sql<string>`(${day}::date::timestamp at time zone ${organization.time_zone})`;

export const nowSql = (): RawBuilder<string> => sql<string>`${iso(now())}::timestamptz`;

/**
 * Time of delivery of an email. An opened email of unknown delivery did arrive: it counts for risk and as base of
 * shares.
 */
export const deliveredAt = sql<string>`coalesce(r.sent_at, r.send_at)`;
export const delivered = sql<boolean>`(r.state = 'sent' or r.result > 0)`;

/** Accepted by a mail server, whatever the result; only these emails are displayed as "sent". */
export const sent = sql<boolean>`r.state = 'sent'`;

/** When recipient `r` reached the result. */
const resultAt = sql`case r.result when 4 then r.entered_at when 3 then r.attachment_opened_at when 2 then r.clicked_at
  when 1 then r.opened_at end`;
/** Whether the result of recipient `r` came after the end of the campaign, by `endOf` of the contract. */
export const isLate = sql<boolean>`coalesce(${resultAt} > (
  select least(c.end_at, coalesce(c.completed_at, c.end_at)) from campaigns c where c.id = r.campaign_id), false)`;

/** Columns that count emails `r` by result, for queries on single emails (decision 0072). */
export const funnelColumns = sql`
  count(*) filter (where ${sent})::int as sent,
  count(*) filter (where r.result >= 1)::int as opened,
  count(*) filter (where r.result in (2, 4) or r.clicked_at is not null)::int as clicked,
  count(*) filter (where r.result = 3 or r.attachment_opened_at is not null)::int as opened_attachment,
  count(*) filter (where r.result = 4)::int as entered_data,
  count(*) filter (where r.reported_at is not null)::int as reported,
  count(*) filter (where r.result >= 3)::int as dangerous`;
export type FunnelCounts = {
  sent: number;
  opened: number;
  clicked: number;
  opened_attachment: number;
  entered_data: number;
  reported: number;
  dangerous: number;
};

/** Emails `r` delivered from the first to the last day of a period of the organisation. */
export const deliveredEmails = (
  period: { readonly from: string; readonly to: string },
  organization: Pick<StatisticsOrganization, 'time_zone'>,
): RawBuilder<boolean> => sql<boolean>`(${delivered} and ${deliveredAt} >= ${midnight(period.from, organization)}
  and ${deliveredAt} < ${midnight(addDays(period.to, 1), organization)})`;
