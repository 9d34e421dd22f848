import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { filteredQuery } from '../employees/employees.schema.ts';
import { flag, id, idParam, instant, list, listOf, page, paging, sorting } from '../paging.ts';
import { campaignStatuses } from './campaigns.rules.ts';
import {
  approvalNote, campaign, campaignChanges, campaignDepartment, campaignDraft, campaignEmail, campaignRow, campaignStatus, campaignSystem,
  campaignUser, created, filteredCampaign, newCampaign, preflight, recipientStatusName, targets, trackingEvent,
} from './campaigns.schema.ts';

const allow = 'admin.phishing.campaigns';
const os = z.string().trim().max(100);
const byTag = { by_tag: flag.optional() };
/** One email of the campaign; all emails if absent. */
const byEmail = { ...byTag, template_id: id.optional() };
const rowId = z.coerce.number().int().positive();
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
  'campaign.message_missing', 'course.not_published', 'email.not_found', 'email.link_missing', 'email.sender_domain',
  'mail.sending_paused', 'licence.expired', 'privacy.too_few', 'privacy.ending',
] as const;

const decideErrors = [
  'campaign.not_found', 'campaign.planning', 'campaign.not_waiting', 'campaign.finished', 'campaign.own_approval',
  'campaign.approver_new', 'campaign.approver_made', 'common.stale_version',
] as const;

export const campaignSorts = ['name', 'status', 'start_date', 'users_count'] as const;
export const campaignUserSorts = ['name', 'status', 'department', 'email', 'state', 'last_at', 'os', 'reported'] as const;

export const campaignsEndpoints = defineEndpoints({
  'campaigns.list': {
    method: 'GET', path: '/phishing/campaigns', permission: allow,
    about: 'Campaigns, the latest first unless sorted. Campaigns created by tags are listed only with `by_tag`.',
    query: z.strictObject({
      ...paging, ...sorting(campaignSorts), ...byTag,
      search: z.string().max(255).default(''),
      statuses: listOf(campaignStatus, 10),
      oses: listOf(os, 50),
    }),
    response: page(campaignRow),
  },
  'campaigns.statuses': {
    method: 'GET', path: '/phishing/campaigns/statuses', permission: allow,
    about: 'All statuses of campaigns, with the number of campaigns in each.',
    query: z.strictObject(byTag),
    results: 'none', response: list(z.object({ status: z.enum(campaignStatuses), count: z.int() })),
  },
  'campaigns.auto-finish-date': {
    method: 'GET', path: '/phishing/campaigns/autoFinishDate/', permission: allow,
    about: 'Default end date of a campaign with these targets. Targets are sent as JSON text.',
    query: z.strictObject({ startDate: instant.optional(), targets: targetsText.optional(), email_send_end_date: instant.optional() }),
    results: 'none', response: z.object({ date: z.string(), recipients: z.int() }),
  },
  'campaigns.last': {
    method: 'GET', path: '/phishing/campaigns/last', permission: allow,
    about: 'The campaign that started last, without tests; null if there is none.',
    response: z.object({ data: campaignRow.nullable() }),
  },
  'campaigns.preflight': {
    method: 'POST', path: '/phishing/campaigns/preflight', permission: allow, costs: 'preview',
    about: 'Pre-flight check: number of people and emails, and every problem that would prevent or affect the launch.',
    body: campaignDraft, results: 'none', response: preflight,
    audit: { none: 'looks, changes nothing' }, touches: [],
  },
  'campaigns.test-email': {
    method: 'POST', path: '/phishing/campaigns/test-email', permission: allow,
    about: 'Sends one email, filled with the caller’s data, to the caller. Statistics do not count it.',
    body: z.strictObject({ email_id: id }), results: 'none', response: z.object({ email: z.string() }),
    errors: [
      'email.not_found', 'email.sender_domain', 'mail.sending_paused', 'mail.daily_cap', 'mail.domain_unconfirmed',
      'request.rate_limited',
    ],
    audit: { action: 'campaign.test_email_sent' }, touches: ['settings'],
  },
  'campaigns.create': {
    method: 'POST', path: '/phishing/campaigns', permission: allow, costs: 'bulk',
    about: 'Launches a campaign: it is planned in the background, then starts at once or on its date.',
    body: newCampaign, results: 'none', response: created, licensed: true, errors: launchErrors,
    audit: { action: 'campaign.launched' }, touches: bothTouched,
  },
  'campaigns.create-filtered': {
    method: 'POST', path: '/users/filtered-campaign', permission: allow, costs: 'bulk',
    about: 'Launches a campaign for the people selected in the staff list, or with `need_all` for all people that the filter finds.',
    query: filteredQuery, body: filteredCampaign, results: 'none', response: created, licensed: true, errors: launchErrors,
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
  'campaigns.refuse': {
    method: 'POST', path: '/phishing/campaigns/:id/refuse', permission: allow,
    about: 'Rejects a campaign that waits for approval, with a reason. It does not start until it is changed and approval is requested again.',
    params: idParam, body: z.strictObject({ version: z.int(), note: approvalNote }), response: campaign, errors: decideErrors,
    audit: { action: 'campaign.refused' }, touches: bothTouched,
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
  'campaigns.course': {
    method: 'GET', path: '/phishing/campaigns/:id/course', permission: allow,
    about: 'The course that this campaign assigns automatically, and the progress of its learners.',
    params: idParam,
    results: 'none', response: z.object({
      course: z.object({ id: z.uuid(), title: z.string() }).nullable(),
      assignment_id: z.uuid().nullable(),
      learners: z.int(), completed: z.int(), progress: z.number().nullable(),
    }),
    errors: ['campaign.not_found'],
  },
  'campaigns.departments': {
    method: 'GET', path: '/phishing/campaigns/:id/departments/', permission: allow,
    about: 'The funnel of each department, the highest risk first.',
    params: idParam, query: z.strictObject(byEmail), response: list(campaignDepartment).meta({ result: true }), errors: ['campaign.not_found'],
  },
  'campaigns.os': {
    method: 'GET', path: '/phishing/campaigns/:id/os/', permission: allow,
    about: 'Operating systems of the people who reacted.',
    params: idParam, query: z.strictObject(byEmail), response: list(campaignSystem).meta({ result: true }), errors: ['campaign.not_found'],
  },
  'campaigns.emails': {
    method: 'GET', path: '/phishing/campaigns/:id/templates', permission: allow,
    about: 'The emails of a campaign as they were at its start, each with its funnel.',
    params: idParam, query: z.strictObject(byTag), response: list(campaignEmail), errors: ['campaign.not_found'],
  },
  'campaigns.email': {
    method: 'GET', path: '/phishing/campaigns/:id/templates/:templateId', permission: allow,
    about: 'One email of a campaign with its funnel.',
    params: z.strictObject({ id, templateId: id }), query: z.strictObject(byTag), response: campaignEmail, errors: ['campaign.not_found', 'email.not_found'],
  },
  'campaigns.users': {
    method: 'GET', path: '/phishing/campaigns/:id/users', permission: allow,
    about: 'Recipients of a campaign with the result of each, the most dangerous result first unless sorted.',
    params: idParam,
    query: z.strictObject({
      ...paging, ...sorting(campaignUserSorts), ...byEmail,
      search: z.string().max(255).default(''),
      status: listOf(recipientStatusName, 10),
      os: listOf(os, 50),
      reported: flag.optional(),
      department_id: id.optional(),
    }),
    response: page(campaignUser).meta({ result: true }), errors: ['campaign.not_found'],
  },
  'campaigns.user-events': {
    method: 'GET', path: '/phishing/campaigns/:id/users/:recipient/events', permission: allow,
    about: 'All recorded events of one recipient, including automatic openings.',
    params: z.strictObject({ id, recipient: rowId }),
    response: z.object({ user: campaignUser, data: z.array(trackingEvent) }).meta({ result: true }),
    errors: ['campaign.not_found', 'recipient.not_found'],
  },
  'campaigns.overrule': {
    method: 'POST', path: '/phishing/campaigns/:id/users/:recipient/events/:event/verdict', permission: allow,
    about: 'Overrides the verdict whether a person or a machine caused an event. The result is computed again.',
    params: z.strictObject({ id, recipient: rowId, event: rowId }), body: z.strictObject({ human: z.boolean() }),
    response: z.object({ user: campaignUser, data: z.array(trackingEvent) }).meta({ result: true }),
    errors: ['campaign.not_found', 'recipient.not_found', 'event.not_found'],
    audit: { action: 'campaign.verdict_overruled' }, touches: bothTouched,
  },
  'campaigns.mark-reported': {
    method: 'POST', path: '/phishing/campaigns/:id/users/:recipient/reported', permission: allow,
    about: 'Records that a recipient reported the email in another way, or takes a report back. The result stays the same.',
    params: z.strictObject({ id, recipient: rowId }), body: z.strictObject({ reported: z.boolean() }),
    response: z.object({ user: campaignUser, data: z.array(trackingEvent) }).meta({ result: true }),
    errors: ['campaign.not_found', 'recipient.not_found', 'recipient.not_sent'],
    audit: { action: 'campaign.reported_marked' }, touches: bothTouched,
  },
});
