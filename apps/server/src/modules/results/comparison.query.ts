import type { CampaignFigures } from '@sergak/contract/results/figures.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { countCampaigns, countEmailStates, countSimilar, emptyFunnel, reactionFigures } from '../statistics/public.ts';

type Email = { email_id: string; template_id: string; attack_vector: string };
const emailsOf = (tx: Tx, campaignId: string): Promise<Email[]> =>
  tx
    .selectFrom('campaign_emails')
    .select(['email_id', 'template_id', 'attack_vector'])
    .where('campaign_id', '=', campaignId)
    .execute();

type Earlier = { id: string; name: string; start_date: string };
/** The latest campaign before this one that satisfies a condition on `p`. */
const findPrevious = async (
  tx: Tx,
  campaignId: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<Earlier | undefined> =>
  (
    await sql<Earlier>`
      select p.id, p.name, p.start_at as start_date
      from campaigns c join campaigns p on p.organization_id = c.organization_id and p.start_at < c.start_at and p.id <> c.id
      where c.id = ${campaignId} and not p.is_testing and p.is_autophish = c.is_autophish
        and p.status in ('active', 'completed') and ${condition}
      order by p.start_at desc, p.id limit 1`.execute(tx)
  ).rows[0];

const previousCampaign = async (tx: Tx, campaignId: string, vectors: readonly string[]) => {
  const same = sql<boolean>`(select array_agg(distinct e.attack_vector order by e.attack_vector) from campaign_emails e
    where e.campaign_id = p.id) = ${vectors}::text[]`;
  const previous = await findPrevious(tx, campaignId, same);
  return previous
    ? { ...previous, statistics: (await countCampaigns(tx, [previous.id])).get(previous.id)!.statistics }
    : null;
};

const previousOfEmail = async (tx: Tx, campaignId: string, email: Email) => {
  const same = sql<boolean>`exists (select from campaign_emails e where e.template_id = ${email.template_id}
    and e.campaign_id = p.id and e.email_id = ${email.email_id})`;
  const previous = await findPrevious(tx, campaignId, same);
  return previous
    ? { ...previous, statistics: (await countEmailStates(tx, previous.id)).get(email.email_id) ?? emptyFunnel() }
    : null;
};

/** Returns the reaction times of a campaign or of one of its emails, and the figures to compare it with (decision 0238). */
export const comparedFigures = async (tx: Tx, campaignId: string, emailId?: string): Promise<CampaignFigures> => {
  const emails = await emailsOf(tx, campaignId);
  const email = emails.find((one) => one.email_id === emailId);
  if (emailId !== undefined && !email) throw new AppError('email.not_found');
  const vectors = [...new Set((email ? [email] : emails).map((one) => one.attack_vector))].sort();
  return {
    ...(await reactionFigures(tx, campaignId, emailId)),
    previous: email ? await previousOfEmail(tx, campaignId, email) : await previousCampaign(tx, campaignId, vectors),
    organization: await countSimilar(tx, campaignId, vectors),
  };
};
