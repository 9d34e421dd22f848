import { incidentRisk, letterStates, type LetterState } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type Sending = Record<LetterState, number>;
export type Counted = { statistics: Funnel; sending: Sending };

const noLetters = (): Sending => Object.fromEntries(letterStates.map((state) => [state, 0])) as Sending;
const nothing = (): Funnel => ({
  recipients: 0,
  sent: 0,
  opened: 0,
  clicked: 0,
  opened_attachment: 0,
  entered_data: 0,
  reported: 0,
  incident_risk: 0,
});

/**
 * The funnels of whole campaigns: people by state and result, with the few whose result hides a click or an opened
 * document, in one walk over a campaign's rows (results stand in no index, decision 0030); then the reports.
 */
export const countCampaigns = async (tx: Tx, ids: readonly string[]): Promise<Map<string, Counted>> => {
  const found = new Map<string, Counted>(ids.map((id) => [id, { statistics: nothing(), sending: noLetters() }]));
  if (ids.length === 0) return found;
  const list = `{${ids.join(',')}}`;
  type Group = {
    campaign_id: string;
    state: LetterState;
    result: number;
    count: number;
    clicked: number;
    document: number;
  };
  const { rows: groups } = await sql<Group>`
    select campaign_id, state, result, count(*)::int as count,
      count(*) filter (where result = 3 and clicked_at is not null)::int as clicked,
      count(*) filter (where result = 4 and attachment_opened_at is not null)::int as document
    from campaign_recipients where campaign_id = any(${list}::uuid[]) group by 1, 2, 3`.execute(tx);
  const { rows: reports } = await sql<{ campaign_id: string; count: number }>`
    select campaign_id, count(*)::int as count from campaign_recipients
    where campaign_id = any(${list}::uuid[]) and reported_at is not null group by 1`.execute(tx);
  const caught = new Map<string, number>();
  for (const { campaign_id, state, result, count, clicked, document } of groups) {
    const { statistics: s, sending } = found.get(campaign_id)!;
    sending[state] += count;
    s.recipients += count;
    if (state === 'sent') s.sent += count;
    if (result >= 1) s.opened += count;
    s.clicked += result === 2 || result === 4 ? count : clicked;
    s.opened_attachment += result === 3 ? count : document;
    if (result === 4) s.entered_data += count;
    if (result >= 3) caught.set(campaign_id, (caught.get(campaign_id) ?? 0) + count);
  }
  for (const [id, { statistics: s }] of found) s.incident_risk = incidentRisk(caught.get(id) ?? 0, s.recipients);
  for (const { campaign_id, count } of reports) found.get(campaign_id)!.statistics.reported = count;
  return found;
};

/** The columns of a funnel over recipients `r`; the same figures as {@link countCampaigns}, for parts of a campaign. */
const funnelColumns = sql`
  count(*)::int as recipients,
  count(*) filter (where r.state = 'sent')::int as sent,
  count(*) filter (where r.result >= 1)::int as opened,
  count(*) filter (where r.result in (2, 4) or (r.result = 3 and r.clicked_at is not null))::int as clicked,
  count(*) filter (where r.result = 3 or (r.result = 4 and r.attachment_opened_at is not null))::int as opened_attachment,
  count(*) filter (where r.result = 4)::int as entered_data,
  count(*) filter (where r.reported_at is not null)::int as reported,
  count(*) filter (where r.result >= 3)::int as dangerous`;
type Part = Omit<Funnel, 'incident_risk'> & { dangerous: number };
const asFunnel = ({ dangerous, ...part }: Part): Funnel => ({
  ...part,
  incident_risk: incidentRisk(dangerous, part.recipients),
});

const ofLetter = (emailId: string | undefined) => (emailId ? sql`and r.email_id = ${emailId}` : sql``);

/** The funnel of each department as it was named at the start, the most endangered first. */
export const countDepartments = async (tx: Tx, campaignId: string, emailId?: string) => {
  const { rows } = await sql<Part & { id: string | null; title: string }>`
    select r.department_id as id, max(r.department) as title, ${funnelColumns} from campaign_recipients r
    where r.campaign_id = ${campaignId} ${ofLetter(emailId)} group by 1`.execute(tx);
  return rows
    .map(({ id, title, ...part }) => ({ id, title, statistics: asFunnel(part) }))
    .sort(
      (a, b) =>
        b.statistics.incident_risk - a.statistics.incident_risk ||
        b.statistics.clicked - a.statistics.clicked ||
        a.title.localeCompare(b.title, 'ru'),
    );
};

/** The funnel of each letter. */
export const countLetters = async (tx: Tx, campaignId: string): Promise<Map<string, Funnel>> => {
  const { rows } = await sql<Part & { email_id: string }>`
    select r.email_id, ${funnelColumns} from campaign_recipients r where r.campaign_id = ${campaignId} group by 1`.execute(
    tx,
  );
  return new Map(rows.map(({ email_id, ...part }) => [email_id, asFunnel(part)]));
};

/** Operating systems of the people who did something, the most frequent first. */
export const countSystems = async (tx: Tx, campaignId: string, emailId?: string) => {
  const { rows } = await sql<{ os: string; count: number }>`
    select r.os, count(*)::int as count from campaign_recipients r
    where r.campaign_id = ${campaignId} and r.os is not null and r.result > 0 ${ofLetter(emailId)} group by 1 order by 2 desc, 1`.execute(
    tx,
  );
  return rows;
};

/** A funnel of nobody. */
export const emptyFunnel = nothing;
