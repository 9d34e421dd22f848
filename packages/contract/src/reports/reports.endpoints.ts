import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, page, paging } from '../paging.ts';
import { kindsWithResults, reportKinds, type ReportCategory } from './reports.rules.ts';
import { campaignReportBody, certificateQuery, complianceQuery, courseReportQuery, departmentQuery, formatOnly, ownCertificateQuery, progressQuery, overviewQuery, report, reportListQuery } from './reports.schema.ts';

const allow = 'admin.statistics';
/** Common fields of the orders of all kinds. */
const order = <K extends ReportCategory>(kind: K) =>
  ({
    permission: reportKinds[kind].permission as (typeof reportKinds)[K]['permission'],
    response: kindsWithResults.includes(kind) ? report.meta({ result: true }) : report,
    results: 'none',
    audit: { action: 'report.requested' },
    touches: ['reports'],
    costs: 'report',
  }) as const;

export const reportsEndpoints = defineEndpoints({
  'reports.list': {
    method: 'GET', path: '/reports', permission: allow,
    about: 'Reports of the last 30 days, the latest first, limited to the kinds that the caller may see.',
    query: reportListQuery, results: 'none', response: page(report),
  },
  'reports.list-pdf': {
    method: 'GET', path: '/reports/pdf', permission: allow,
    about: 'PDF reports, the latest first, limited to the kinds that the caller may see.',
    query: z.strictObject(paging), results: 'none', response: page(report),
  },
  'reports.get': {
    method: 'GET', path: '/reports/:id', permission: allow,
    about: 'Progress of a report, and its address once it is complete.',
    params: idParam, results: 'none', response: report, errors: ['report.not_found'],
  },
  'reports.cancel': {
    method: 'POST', path: '/reports/:id/cancel', permission: allow,
    about: 'Cancels a report in progress: it ends with the error `cancelled`. A report that has ended is rejected.',
    params: idParam, results: 'none', response: report, errors: ['report.not_found', 'report.ended'],
    audit: { action: 'report.cancelled' }, touches: ['reports'],
  },
  'reports.get-pdf': {
    // Learners poll their own certificates here, and have no permission for other reports.
    method: 'GET', path: '/reports/pdf/:id', permission: 'signed-in',
    about: 'Progress of a PDF report, and its address once it is complete.',
    params: idParam, response: report, errors: ['report.not_found'],
  },
  'reports.make-overview': {
    method: 'POST', path: '/reports/pdf', ...order('pdf'),
    about: 'Starts the PDF overview of the organisation or of one of its descendants.',
    query: overviewQuery, errors: ['organization.not_found', 'task.limit'],
  },
  'reports.make-phishing-campaign': {
    method: 'POST', path: '/reports/phishing-campaign', ...order('phishing-campaign'),
    about: 'Starts the report of a campaign: a PDF, or a workbook with the data.',
    body: campaignReportBody, errors: ['campaign.not_found', 'task.limit'],
  },
  'reports.make-progress': {
    method: 'POST', path: '/reports/progress', ...order('progress'),
    about: 'Starts the report on all assigned courses of the organisation or of a descendant, with everyone’s progress.',
    query: progressQuery, errors: ['organization.not_found', 'task.limit'],
  },
  'reports.make-department': {
    method: 'POST', path: '/reports/department/:id', ...order('department'),
    about: 'Starts the report on a department and its descendants: risk, courses and campaigns, compared with the organisation.',
    params: idParam, query: departmentQuery, errors: ['department.not_found', 'task.limit'],
  },
  'reports.make-compliance': {
    method: 'POST', path: '/reports/compliance', ...order('compliance'),
    about: 'Starts the report on who finished which assigned course in time: all courses that were due in the period.',
    query: complianceQuery, errors: ['organization.not_found', 'task.limit'],
  },
  // {id} is the id of the assigned course.
  'reports.make-course': {
    method: 'POST', path: '/reports/course/:id', ...order('course'),
    about: 'Starts the report on one assigned course: its learners, their progress and results.',
    params: idParam, query: courseReportQuery, errors: ['assignment.not_found', 'task.limit'],
  },
  // {id} is the id of the person.
  'reports.make-courses': {
    method: 'POST', path: '/reports/courses/:id', ...order('courses'),
    about: 'Starts the report on all courses of one person.',
    params: idParam, query: courseReportQuery, errors: ['employee.not_found', 'task.limit'],
  },
  'reports.make-attempt': {
    method: 'POST', path: '/reports/attempt/:id', ...order('attempt'),
    about: 'Starts the report on one attempt at a quiz: its questions and answers.',
    params: idParam, query: formatOnly, errors: ['attempt.not_found', 'task.limit'],
  },
  // {id} is the id of the registration: one attempt of a learner at a package.
  'reports.make-scorm-attempt': {
    method: 'POST', path: '/reports/attempt/:id/scorm', ...order('attempt-scorm'),
    about: 'Starts the report on one attempt at a SCORM package: its result, time and answers.',
    params: idParam, query: formatOnly, errors: ['attempt.not_found', 'task.limit'],
  },
  // Not in the specification: learners get their own attempts, also while they act in a child organisation (`home`).
  'reports.make-own-attempt': {
    method: 'POST', path: '/reports/attempt/:id/own', ...order('attempt'), permission: 'user.learning', costs: 'own', tenant: 'home',
    about: 'Starts the PDF of an attempt of the caller at a quiz. The report is visible to the caller only.',
    params: idParam, errors: ['attempt.not_found', 'task.limit'],
  },
  'reports.make-own-scorm-attempt': {
    method: 'POST', path: '/reports/attempt/:id/scorm/own', ...order('attempt-scorm'), permission: 'user.learning', costs: 'own', tenant: 'home',
    about: 'Starts the PDF of an attempt of the caller at a SCORM package. The report is visible to the caller only.',
    params: idParam, errors: ['attempt.not_found', 'task.limit'],
  },
  'reports.make-certificate': {
    method: 'POST', path: '/reports/pdf/certificate/:id', ...order('certificate'), permission: 'user.learning', costs: 'own',
    about: 'Starts the PDF of a certificate in the classic design: for its owner and for administrators of learning.',
    params: idParam, query: certificateQuery, errors: ['certificate.not_found', 'certificate.revoked', 'task.limit'],
  },
  'reports.make-modern-certificate': {
    method: 'POST', path: '/reports/pdf/certificate/:id/v2', ...order('certificate'), permission: 'user.learning', costs: 'own',
    about: 'Starts the PDF of a certificate in the modern design: for its owner and for administrators of learning.',
    params: idParam, query: certificateQuery, errors: ['certificate.not_found', 'certificate.revoked', 'task.limit'],
  },
  // Not in the specification. `home`: people who act in a child organisation have their certificates in their own one.
  'reports.make-own-certificate': {
    method: 'POST', path: '/reports/pdf/certificate/:id/own', ...order('certificate'), permission: 'user.learning', costs: 'own', tenant: 'home',
    about: 'Starts the PDF of a certificate of the caller. The report is visible to the caller only.',
    params: idParam, query: ownCertificateQuery, errors: ['certificate.not_found', 'certificate.revoked', 'task.limit'],
  },
  'reports.get-own': {
    method: 'GET', path: '/reports/own/:id', permission: 'user.learning', tenant: 'home',
    about: 'Progress of a report that the caller ordered about themselves, and its address once it is complete.',
    params: idParam, response: report, errors: ['report.not_found'],
  },
  'reports.make-phishing': {
    method: 'POST', path: '/reports/phishing/:id', ...order('phishing'),
    about: 'Starts the workbook with all data of a campaign.',
    params: idParam, errors: ['campaign.not_found', 'task.limit'],
  },
});
