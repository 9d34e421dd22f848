import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { filteredParameters } from '../employees/employees.schema.ts';
import { flag, id, idParam, instant } from '../paging.ts';
import {
  approvalNote, campaign, campaignChanges, campaignDraft, created, filteredCampaign, newCampaign, preflight, targets,
} from './campaigns.schema.ts';

const allow = 'admin.phishing.campaigns';
/** The draft that the launch ends. */
const fromDraft = { draft_id: id.nullable().default(null) };
const byTag = { by_tag: flag.optional() };
const bothTouched = ['campaigns', 'statistics'];

const targetsText = z
  .string()
  .max(100_000)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(targets);

const launchErrors = [
  'campaign.no_recipients', 'campaign.no_emails', 'campaign.dates', 'campaign.course_missing', 'campaign.page_missing',
  'campaign.message_missing', 'course.not_published', 'email.not_found', 'email.link_missing', 'email.link_dead',
  'email.sender_domain', 'mail.sending_paused', 'licence.expired', 'privacy.too_few', 'privacy.ending',
] as const;

const decideErrors = [
  'campaign.not_found', 'campaign.planning', 'campaign.not_waiting', 'campaign.finished', 'campaign.own_approval',
  'campaign.approver_new', 'campaign.approver_made', 'common.stale_version',
] as const;

export const campaignsEndpoints = defineEndpoints({
  'campaigns.auto-finish-date': {
    method: 'GET', path: '/phishing/campaigns/autoFinishDate/', permission: allow,
    about: 'Default end date of a campaign with these targets. Targets are sent as JSON text.',
    query: z.strictObject({ startDate: instant.optional(), targets: targetsText.optional(), email_send_end_date: instant.optional() }),
    results: 'none', response: z.object({ date: z.string(), recipients: z.int() }),
  },
  'campaigns.preflight': {
    method: 'POST', path: '/phishing/campaigns/preflight', permission: allow, costs: 'preview',
    about: 'Pre-flight check: number of people and emails, and every problem that would prevent or affect the launch.',
    body: campaignDraft, results: 'none', response: preflight,
    audit: { none: 'looks, changes nothing' }, touches: [],
  },
  'campaigns.create': {
    method: 'POST', path: '/phishing/campaigns', permission: allow, costs: 'bulk',
    about: 'Launches a campaign: it is planned in the background, then starts at once or on its date.',
    body: newCampaign.extend(fromDraft), results: 'none', response: created, licensed: true, errors: launchErrors,
    audit: { action: 'campaign.launched' }, touches: bothTouched,
  },
  'campaigns.create-filtered': {
    method: 'POST', path: '/users/filtered-campaign', permission: allow, costs: 'bulk',
    about: 'Launches a campaign for the people selected in the staff list, or with `need_all` for all people that the filter finds.',
    query: z.strictObject(filteredParameters), body: filteredCampaign.extend({ ...filteredParameters, ...fromDraft }), results: 'none', response: created, licensed: true, errors: launchErrors,
    audit: { action: 'campaign.launched' }, touches: bothTouched,
  },
  'campaigns.get': {
    method: 'GET', path: '/phishing/campaigns/:id', permission: allow,
    about: 'One campaign with its funnel and the delivery states of its emails.',
    params: idParam, query: z.strictObject(byTag), response: campaign, errors: ['campaign.not_found'],
  },
  'campaigns.update': {
    method: 'PATCH', path: '/phishing/campaigns/:id', permission: allow, costs: 'bulk',
    about: 'Changes a campaign that has not started. New dates plan its emails again.',
    params: idParam, body: campaignChanges, response: campaign,
    errors: [
      'campaign.not_found', 'campaign.active', 'campaign.planning', 'campaign.finished', 'campaign.dates', 'campaign.course_missing',
      'campaign.page_missing', 'campaign.message_missing', 'course.not_published', 'common.stale_version',
    ],
    audit: { action: 'campaign.updated' }, touches: bothTouched,
  },
  'campaigns.approve': {
    method: 'POST', path: '/phishing/campaigns/:id/approve', permission: allow,
    about: 'Approves a campaign that is above the organisation’s limit. The author and the last editor of the campaign cannot approve it.',
    params: idParam, body: z.strictObject({ version: z.int() }), response: campaign, errors: decideErrors,
    audit: { action: 'campaign.approved' }, touches: bothTouched,
  },
  'campaigns.reject': {
    method: 'POST', path: '/phishing/campaigns/:id/reject', permission: allow,
    about: 'Rejects a campaign that waits for approval, with a reason. It does not start until it is changed and approval is requested again.',
    params: idParam, body: z.strictObject({ version: z.int(), note: approvalNote }), response: campaign, errors: decideErrors,
    audit: { action: 'campaign.rejected' }, touches: bothTouched,
  },
  'campaigns.complete': {
    method: 'POST', path: '/phishing/campaigns/:id/complete', permission: allow,
    about: 'Ends a campaign. Emails that have not been sent are never sent.',
    params: idParam, response: campaign, errors: ['campaign.not_found', 'campaign.finished'],
    audit: { action: 'campaign.completed' }, touches: bothTouched,
  },
  'campaigns.delete': {
    method: 'DELETE', path: '/phishing/campaigns/:id', permission: allow,
    about: 'Deletes a campaign with all its data. A running campaign must be ended first.',
    params: idParam, results: 'none', response: z.null(), errors: ['campaign.not_found', 'campaign.active'],
    audit: { action: 'campaign.deleted' }, touches: bothTouched,
  },
});
