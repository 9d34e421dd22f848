import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, page, paging } from '../paging.ts';
import { campaignReportBody, overviewQuery, report, reportListQuery } from './reports.schema.ts';

const allow = 'admin.statistics';
const made = { permission: allow, response: report, audit: { action: 'report.requested' }, touches: ['reports'] } as const;

export const reportsEndpoints = defineEndpoints({
  'reports.list': {
    method: 'GET', path: '/reports', permission: allow,
    about: 'Reports of the last 30 days, the latest first.',
    query: reportListQuery, response: page(report),
  },
  'reports.list-pdf': {
    method: 'GET', path: '/reports/pdf', permission: allow,
    about: 'Reports made as PDF, the latest first.',
    query: z.strictObject(paging), response: page(report),
  },
  'reports.get': {
    method: 'GET', path: '/reports/:id', permission: allow,
    about: 'How far a report is; its address once it is complete.',
    params: idParam, response: report, errors: ['report.not_found'],
  },
  'reports.get-pdf': {
    method: 'GET', path: '/reports/pdf/:id', permission: allow,
    about: 'How far a PDF report is; its address once it is complete.',
    params: idParam, response: report, errors: ['report.not_found'],
  },
  'reports.make-overview': {
    method: 'POST', path: '/reports/pdf', ...made,
    about: 'Starts the PDF overview of the organisation, or of one below it.',
    query: overviewQuery, errors: ['organization.not_found', 'task.limit'],
  },
  'reports.make-phishing-campaign': {
    method: 'POST', path: '/reports/phishing-campaign', ...made,
    about: 'Starts the report of a campaign: a PDF for people, or a workbook with the data.',
    body: campaignReportBody, errors: ['campaign.not_found', 'task.limit'],
  },
  'reports.make-phishing': {
    method: 'POST', path: '/reports/phishing/:id', ...made,
    about: 'Starts the workbook with all data of a campaign.',
    params: idParam, errors: ['campaign.not_found', 'task.limit'],
  },
});
