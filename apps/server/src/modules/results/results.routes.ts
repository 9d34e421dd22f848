import { resultsEndpoints } from '@sergak/contract/results/results.endpoints.ts';
import { AppError } from '../../platform/errors.ts';
import { bind } from '../../platform/http/bind.ts';
import { countCampaignDepartments, countCampaignSystems } from '../statistics/public.ts';
import { comparedFigures } from './comparison.query.ts';
import * as list from './list.query.ts';
import * as pages from './pages.query.ts';
import { personInCampaign } from './person.query.ts';
import { campaignPeople } from './recipients.query.ts';
import { campaignTimeline } from './timeline.query.ts';

export const resultsRoutes = bind(resultsEndpoints, {
  'campaigns.list': ({ tx, viewer }, { by_tag, ...filter }) =>
    list.listCampaigns(tx, { ...filter, by_tag: by_tag ?? false }, viewer.language),
  'campaigns.statuses': async ({ tx }, { by_tag }) => ({ data: await list.countStatuses(tx, by_tag ?? false) }),
  'campaigns.last': async ({ tx, viewer }) => ({ data: await list.findLastCampaign(tx, viewer.language) }),
  'campaigns.course': ({ tx, viewer }, { id }) => pages.campaignCourse(tx, id, viewer.language),
  'campaigns.departments': async ({ tx }, { id, by_tag, template_id }) => {
    await pages.requireCampaign(tx, id, by_tag);
    return { data: await countCampaignDepartments(tx, id, template_id) };
  },
  'campaigns.os': async ({ tx }, { id, by_tag, template_id }) => {
    await pages.requireCampaign(tx, id, by_tag);
    return { data: await countCampaignSystems(tx, id, template_id) };
  },
  'campaigns.emails': async ({ tx, viewer }, { id, by_tag }) => ({
    data: await pages.campaignEmails(tx, id, viewer.language, by_tag),
  }),
  'campaigns.email': async ({ tx, viewer }, { id, templateId, by_tag }) => {
    const email = (await pages.campaignEmails(tx, id, viewer.language, by_tag)).find((one) => one.id === templateId);
    if (!email) throw new AppError('email.not_found');
    return email;
  },
  'campaigns.users': async ({ tx }, { id, by_tag, ...filter }) => {
    await pages.requireCampaign(tx, id, by_tag);
    return campaignPeople(tx, id, filter);
  },
  'campaigns.user-events': ({ tx }, { id, recipient }) => personInCampaign(tx, id, recipient),
  'campaigns.figures': async ({ tx }, { id, by_tag, template_id }) => {
    await pages.requireCampaign(tx, id, by_tag);
    return comparedFigures(tx, id, template_id);
  },
  'campaigns.timeline': async ({ tx }, { id, by_tag, ...filter }) => {
    await pages.requireCampaign(tx, id, by_tag);
    return campaignTimeline(tx, id, filter);
  },
});
