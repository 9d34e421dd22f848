import { incidentRisk, emailStates, type EmailState } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { funnelColumns, type FunnelCounts } from './period.query.ts';

export type StateCounts = Record<EmailState, number>;
/** A funnel with the number of recipients that the incident risk is the share of. */
export type CountedFunnel = Funnel & { dangerous: number };
export type CountedCampaign = { statistics: CountedFunnel; sending: StateCounts };

const noEmails = (): StateCounts => Object.fromEntries(emailStates.map((state) => [state, 0])) as StateCounts;
type Tally = {
  campaign_id: string;
  email_id: string;
  state: EmailState;
  result: number;
  clicked: boolean;
  opened_attachment: boolean;
  reported: boolean;
  emails: number;
};
type Counts = Omit<Tally, 'campaign_id' | 'email_id'>;

/** Returns the sums of the tallies of campaigns: a few rows per email, for any number of people. */
const talliesOf = async (tx: Tx, ids: readonly string[]): Promise<Tally[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<Tally>`
    select campaign_id, email_id, state, result, clicked, opened_attachment, reported, sum(emails)::int as emails
    from campaign_tallies where campaign_id = any(${ids}::uuid[]) group by 1, 2, 3, 4, 5, 6, 7`.execute(tx);
  return rows;
};

/** Adds up tallies to a funnel. */
const funnelOf = (tallies: readonly Counts[]): CountedFunnel => {
  const count = (counted: (one: Counts) => boolean) =>
    tallies.reduce((sum, one) => sum + (counted(one) ? one.emails : 0), 0);
  const recipients = count(() => true);
  const dangerous = count(({ result }) => result >= 3);
  return {
    recipients,
    sent: count(({ state }) => state === 'sent'),
    opened: count(({ result }) => result >= 1),
    clicked: count(({ result, clicked }) => result === 2 || result === 4 || (result === 3 && clicked)),
    opened_attachment: count(({ result, opened_attachment: opened }) => result === 3 || (result === 4 && opened)),
    entered_data: count(({ result }) => result === 4),
    reported: count(({ reported }) => reported),
    dangerous,
    incident_risk: incidentRisk(dangerous, recipients),
  };
};

/** Returns the funnels of whole campaigns and the progress of their emails. */
export const countCampaigns = async (tx: Tx, ids: readonly string[]): Promise<Map<string, CountedCampaign>> => {
  const byCampaign = Map.groupBy(await talliesOf(tx, ids), (one) => one.campaign_id);
  return new Map(
    ids.map((id) => {
      const tallies = byCampaign.get(id) ?? [];
      const sending = noEmails();
      for (const { state, emails } of tallies) sending[state] += emails;
      return [id, { statistics: funnelOf(tallies), sending }];
    }),
  );
};

/** Returns the funnel of each email of a campaign, and the number of people who fell for it. */
export const countEmailStates = async (
  tx: Tx,
  campaignId: string,
): Promise<Map<string, CountedFunnel & { fell: number }>> => {
  const byEmail = Map.groupBy(await talliesOf(tx, [campaignId]), (one) => one.email_id);
  const fellOf = (tallies: readonly Tally[]) =>
    tallies.reduce((sum, one) => sum + (one.result >= 2 ? one.emails : 0), 0);
  return new Map([...byEmail].map(([id, tallies]) => [id, { ...funnelOf(tallies), fell: fellOf(tallies) }]));
};

/**
 * Returns the funnel of all emails with these attack vectors in the campaigns of the year before a campaign, without tests. Campaigns by
 * tags are compared with each other only;
 * null if there are none.
 */
export const countSimilar = async (tx: Tx, campaignId: string, vectors: readonly string[]) => {
  const { rows } = await sql<Counts & { campaign_id: string }>`
    select t.campaign_id, t.state, t.result, t.clicked, t.opened_attachment, t.reported, sum(t.emails)::int as emails
    from campaigns c
      join campaigns p on p.organization_id = c.organization_id and p.id <> c.id and p.start_at <= c.start_at
        and p.start_at > c.start_at - interval '365 days' and not p.is_testing and p.is_autophish = c.is_autophish
        and p.status in ('active', 'completed')
      join campaign_emails e on e.campaign_id = p.id and e.attack_vector = any(${vectors}::text[])
      join campaign_tallies t on t.campaign_id = p.id and t.email_id = e.email_id
    where c.id = ${campaignId} group by 1, 2, 3, 4, 5, 6`.execute(tx);
  const statistics = funnelOf(rows);
  if (statistics.recipients === 0) return null;
  return { campaigns: new Set(rows.map((row) => row.campaign_id)).size, statistics };
};

type Part = FunnelCounts & { recipients: number };
const asFunnel = (part: Part): CountedFunnel => ({
  ...part,
  incident_risk: incidentRisk(part.dangerous, part.recipients),
});

const ofEmail = (emailId: string | undefined) => (emailId ? sql`and r.email_id = ${emailId}` : sql``);

/** Returns the funnel of each department, under its name at the launch, the highest share of dangerous results first. */
export const countCampaignDepartments = async (tx: Tx, campaignId: string, emailId?: string) => {
  const { rows } = await sql<Part & { id: string | null; title: string }>`
    select r.department_id as id, max(r.department) as title, count(*)::int as recipients, ${funnelColumns}
    from campaign_recipients r
    where r.campaign_id = ${campaignId} ${ofEmail(emailId)} group by 1`.execute(tx);
  return rows
    .map(({ id, title, ...part }) => ({ id, title, statistics: asFunnel(part) }))
    .sort(
      (a, b) =>
        b.statistics.incident_risk - a.statistics.incident_risk ||
        b.statistics.clicked - a.statistics.clicked ||
        a.title.localeCompare(b.title, 'ru'),
    );
};

/** Returns the operating systems of the people with a result, the most frequent first. */
export const countCampaignSystems = async (tx: Tx, campaignId: string, emailId?: string) => {
  const { rows } = await sql<{ os: string; count: number }>`
    select r.os, count(*)::int as count from campaign_recipients r
    where r.campaign_id = ${campaignId} and r.os is not null and r.result > 0 ${ofEmail(emailId)} group by 1 order by 2 desc, 1`.execute(
    tx,
  );
  return rows;
};

/** A funnel without people. */
export const emptyFunnel = (): CountedFunnel => funnelOf([]);
