import { needsApproval } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { CampaignDraft, Check } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { Tx } from '../../../platform/db.ts';
import type { Ctx } from '../../../platform/context.ts';
import { someApprovers } from '../approval/approval.query.ts';
import { warn } from './checks.ts';
import type { Dates } from './dates.ts';
import type { CampaignOrganization } from '../organization.query.ts';
import { countSpaced, type Head } from './targets.query.ts';

/**
 * Returns a check with the people whose simulation the organisation's limits postpone beyond the last email of the
 * campaign, because of the simulations they got recently. Returns nothing if there are none.
 */
const checkSpacing = async (
  tx: Tx,
  form: CampaignDraft,
  head: Head,
  dates: Dates,
  organization: CampaignOrganization,
): Promise<Check[]> => {
  if (form.isTesting || head.recipients === 0) return [];
  const count = await countSpaced(tx, form, dates.sendUntil ?? dates.start, organization);
  const { person_weekly_cap: cap, person_gap_hours: hours } = organization;
  return count === 0 ? [] : [warn('spacing', 'wait', { count, cap, hours })];
};

/**
 * Returns a check with the administrators who could approve the campaign; nothing if it needs no approval. `reported`: the campaign
 * starts without approval and is reported to all administrators.
 */
const checkApproval = async (
  { tx, viewer }: Pick<Ctx, 'tx' | 'viewer'>,
  head: Head,
  organization: CampaignOrganization,
): Promise<Check[]> => {
  const { approval_above: above, approval_is_default: isDefault } = organization;
  if (!needsApproval(head.recipients, above)) return [];
  const { approvers, approvers_count: count } = await someApprovers(tx, [viewer.id]);
  const examples = approvers.map((one) => one.full_name);
  const reason = count > 0 ? 'needed' : isDefault ? 'reported' : 'alone';
  return [warn('approval', reason, { count, above, examples })];
};

/** Returns the checks of the organisation's limits that apply to a campaign. */
export const checkLimits = async (
  ctx: Pick<Ctx, 'tx' | 'viewer'>,
  form: CampaignDraft,
  head: Head,
  dates: Dates,
  organization: CampaignOrganization,
): Promise<Check[]> => [
  ...(await checkSpacing(ctx.tx, form, head, dates, organization)),
  ...(await checkApproval(ctx, head, organization)),
];
