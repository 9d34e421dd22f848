import { campaignsEndpoints } from '@sergak/contract/campaigns/campaigns.endpoints.ts';
import { iso, now } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { bind } from '../../platform/http/bind.ts';
import { approveCampaign, refuseCampaign } from './decision.service.ts';
import * as query from '../results/pages.query.ts';
import { updateCampaign } from './changes.service.ts';
import { resolveDates } from './launch/dates.ts';
import { countCampaignDepartments, countCampaignSystems } from '../statistics/public.ts';
import { findOrganization } from './organization.query.ts';
import { createCampaign, createFilteredCampaign } from './launch/launch.service.ts';
import { completeCampaign, deleteCampaign } from './lifecycle.service.ts';
import { campaignPeople } from '../results/recipients.query.ts';
import { inspect } from './launch/preflight.service.ts';
import { markReported } from '../tracking/reports.service.ts';
import { countPeople } from './launch/people.query.ts';
import { sendTestEmail } from '../delivery/test-email.service.ts';
import { overruleVerdict, personInCampaign } from '../tracking/overrule.service.ts';

const noTargets = { target_users: [], target_departments: [], exclude_users: [] };

export const campaignsRoutes = bind(campaignsEndpoints, {
  'campaigns.list': ({ tx }, { by_tag, ...filter }) => query.listCampaigns(tx, { ...filter, by_tag: by_tag ?? false }),
  'campaigns.statuses': async ({ tx }, { by_tag }) => ({ data: await query.countStatuses(tx, by_tag ?? false) }),
  'campaigns.auto-finish-date': async ({ tx }, { startDate, targets, email_send_end_date }) => {
    const { recipients } = await countPeople(tx, {
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
    return { date: iso(resolveDates(form, recipients, await findOrganization(tx), now()).end), recipients };
  },
  'campaigns.last': async ({ tx }) => ({ data: await query.lastCampaign(tx) }),
  'campaigns.preflight': async (ctx, input) => (await inspect(ctx, input)).answer,
  'campaigns.test-email': sendTestEmail,
  'campaigns.create': createCampaign,
  'campaigns.create-filtered': createFilteredCampaign,
  'campaigns.get': async ({ tx }, { id, by_tag }) => {
    await query.requireCampaign(tx, id, by_tag);
    return query.campaignDetail(tx, id);
  },
  'campaigns.update': updateCampaign,
  'campaigns.approve': approveCampaign,
  'campaigns.refuse': refuseCampaign,
  'campaigns.complete': completeCampaign,
  'campaigns.delete': deleteCampaign,
  'campaigns.course': ({ tx }, { id }) => query.campaignCourse(tx, id),
  'campaigns.departments': async ({ tx }, { id, by_tag, template_id }) => {
    await query.requireCampaign(tx, id, by_tag);
    return { data: await countCampaignDepartments(tx, id, template_id) };
  },
  'campaigns.os': async ({ tx }, { id, by_tag, template_id }) => {
    await query.requireCampaign(tx, id, by_tag);
    return { data: await countCampaignSystems(tx, id, template_id) };
  },
  'campaigns.emails': async ({ tx }, { id, by_tag }) => ({ data: await query.campaignEmails(tx, id, by_tag) }),
  'campaigns.email': async ({ tx }, { id, templateId, by_tag }) => {
    const email = (await query.campaignEmails(tx, id, by_tag)).find((one) => one.id === templateId);
    if (!email) throw new AppError('email.not_found');
    return email;
  },
  'campaigns.users': async ({ tx }, { id, by_tag, ...filter }) => {
    await query.requireCampaign(tx, id, by_tag);
    return campaignPeople(tx, id, filter);
  },
  'campaigns.user-events': ({ tx }, { id, recipient }) => personInCampaign(tx, id, recipient),
  'campaigns.overrule': overruleVerdict,
  'campaigns.mark-reported': markReported,
});
