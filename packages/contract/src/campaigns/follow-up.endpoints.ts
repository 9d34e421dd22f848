import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list } from '../paging.ts';
import { campaign, postCampaign } from './campaigns.schema.ts';
import { chainLink } from './chain.schema.ts';

const allow = 'admin.phishing.campaigns';
const bothTouched = ['campaigns', 'statistics'];
const pauseErrors = ['campaign.not_found', 'campaign.not_active', 'campaign.finished'] as const;

export const followUpEndpoints = defineEndpoints({
  'campaigns.chain': {
    method: 'GET', path: '/phishing/campaigns/:id/chain', permission: allow,
    about: 'The chain of follow-up campaigns that contains this campaign, the first campaign first; a planned follow-up is last.',
    params: idParam, results: 'none', response: list(chainLink), errors: ['campaign.not_found'],
  },
  'campaigns.follow-up-add': {
    method: 'POST', path: '/phishing/campaigns/:id/post_campaign', permission: allow,
    about: 'Adds a follow-up to a planned or active campaign: another campaign that starts after this one ends.',
    params: idParam, body: postCampaign, response: campaign.meta({ result: true }), licensed: true,
    errors: [
      'campaign.not_found', 'campaign.planning', 'campaign.finished', 'campaign.has_follow_up', 'campaign.no_emails', 'campaign.dates',
      'campaign.course_missing', 'campaign.page_missing', 'campaign.message_missing', 'course.not_published', 'email.not_found',
      'email.link_missing', 'email.link_dead', 'email.sender_domain', 'email.unknown_variable', 'licence.expired',
    ],
    audit: { action: 'campaign.follow_up_added' }, touches: bothTouched,
  },
  'campaigns.follow-up-cancel': {
    method: 'DELETE', path: '/phishing/campaigns/:id/post_campaign', permission: allow,
    about: 'Cancels the follow-up of a campaign that has not ended.',
    params: idParam, response: campaign, errors: ['campaign.not_found', 'campaign.planning', 'campaign.finished', 'campaign.no_follow_up'],
    audit: { action: 'campaign.follow_up_cancelled' }, touches: bothTouched,
  },
  'campaigns.pause': {
    method: 'POST', path: '/phishing/campaigns/:id/pause', permission: allow,
    about: 'Pauses an active campaign: no further emails are sent until it is resumed. Its end does not move.',
    params: idParam, response: campaign, errors: [...pauseErrors, 'campaign.paused'],
    audit: { action: 'campaign.paused' }, touches: bothTouched,
  },
  'campaigns.resume': {
    method: 'POST', path: '/phishing/campaigns/:id/resume', permission: allow,
    about: 'Resumes a paused campaign. Unsent emails of a spread campaign are spread over the remaining working hours.',
    params: idParam, response: campaign, errors: [...pauseErrors, 'campaign.not_paused'],
    audit: { action: 'campaign.resumed' }, touches: bothTouched,
  },
  'campaigns.resend': {
    method: 'POST', path: '/phishing/campaigns/:id/resend', permission: allow, costs: 'bulk',
    about: 'Sends the emails of an active campaign again that nobody got; with `with_unknown` also those that perhaps arrived.',
    params: idParam, body: z.strictObject({ with_unknown: z.boolean().default(false) }), response: campaign,
    errors: [...pauseErrors, 'campaign.nothing_to_resend'],
    audit: { action: 'campaign.resent' }, touches: bothTouched,
  },
});
