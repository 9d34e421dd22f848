import { z } from 'zod';
import { campaignStatuses, timelineUnits } from '../campaigns/campaigns.rules.ts';
import {
  campaignDepartment, campaignEmail, campaignRow, campaignStatus, campaignSystem, campaignUser, recipientHistory,
  recipientStatusName,
} from '../campaigns/campaigns.schema.ts';
import { defineEndpoints } from '../endpoint.ts';
import { flag, id, idParam, list, listOf, page, paging, sorting } from '../paging.ts';
import { campaignFigures, timeline } from './figures.schema.ts';

const allow = 'admin.phishing.campaigns';
const os = z.string().trim().max(100);
const byTag = { by_tag: flag.optional() };
/** One email of the campaign; all emails if absent. */
const byEmail = { ...byTag, template_id: id.optional() };
const rowId = z.coerce.number().int().positive();

export const campaignSorts = ['name', 'status', 'start_date', 'users_count'] as const;
export const campaignUserSorts = ['name', 'status', 'department', 'email', 'state', 'last_at', 'os', 'reported'] as const;

/** What came of a campaign. */
export const resultsEndpoints = defineEndpoints({
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
  'campaigns.last': {
    method: 'GET', path: '/phishing/campaigns/last', permission: allow,
    about: 'The campaign that started last, without tests; null if there is none.',
    response: z.object({ data: campaignRow.nullable() }),
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
    response: recipientHistory.meta({ result: true }),
    errors: ['campaign.not_found', 'recipient.not_found'],
  },
  'campaigns.figures': {
    method: 'GET', path: '/phishing/campaigns/:id/figures', permission: allow,
    about: 'Reports and reaction times of a campaign or of one email, and the funnels to compare with.',
    params: idParam, query: z.strictObject(byEmail), response: campaignFigures.meta({ result: true }), errors: ['campaign.not_found', 'email.not_found'],
  },
  'campaigns.timeline': {
    method: 'GET', path: '/phishing/campaigns/:id/timeline', permission: allow,
    about: 'The first events of each person by hour or day; without `unit` by hour if all events are within two days.',
    params: idParam, query: z.strictObject({ ...byEmail, unit: z.enum(timelineUnits).optional() }), response: timeline.meta({ result: true }),
    errors: ['campaign.not_found'],
  },
});
