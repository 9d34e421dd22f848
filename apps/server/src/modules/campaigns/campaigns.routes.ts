import { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { iso, now } from '../../platform/clock.ts';
import { bind } from '../../platform/http/bind.ts';
import { approveCampaign, rejectCampaign } from './decision.service.ts';
import { requireCampaign } from '../results/public.ts';
import { campaignDetail } from './detail.query.ts';
import { updateCampaign } from './changes.service.ts';
import { resolveDates } from './launch/dates.ts';
import { findCampaignOrganization } from './organization.query.ts';
import { createCampaign, createFilteredCampaign } from './launch/launch.service.ts';
import { completeCampaign, deleteCampaign } from './lifecycle.service.ts';
import { inspect } from './launch/preflight.service.ts';
import { countTargets } from './launch/targets.query.ts';

const noTargets = { target_users: [], target_departments: [], exclude_users: [] };

export const campaignsRoutes = bind(campaignsEndpoints, {
  'campaigns.auto-finish-date': async ({ tx }, { startDate, targets, email_send_end_date }) => {
    const { recipients } = await countTargets(tx, {
      targetType: 'custom',
      targets: targets ?? noTargets,
      selection: null,
      excludedTags: [],
    });
    const form = {
      dateType: 'auto',
      dateEnd: null,
      emailSendType: email_send_end_date ? 'to_end' : 'at_once',
      isDelay: startDate !== undefined,
      email_send_end_date: email_send_end_date ?? null,
      dateDelay: startDate ?? null,
    } as const;
    return { date: iso(resolveDates(form, recipients, await findCampaignOrganization(tx), now()).end), recipients };
  },
  'campaigns.preflight': async (ctx, input) => (await inspect(ctx, input)).answer,
  'campaigns.create': createCampaign,
  'campaigns.create-filtered': createFilteredCampaign,
  'campaigns.get': async ({ tx, viewer }, { id, by_tag }) => {
    await requireCampaign(tx, id, by_tag);
    return campaignDetail(tx, id, viewer.language);
  },
  'campaigns.update': updateCampaign,
  'campaigns.approve': approveCampaign,
  'campaigns.reject': rejectCampaign,
  'campaigns.complete': completeCampaign,
  'campaigns.delete': deleteCampaign,
});
