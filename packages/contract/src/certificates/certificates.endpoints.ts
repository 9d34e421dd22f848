import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list, page } from '../paging.ts';
import * as s from './certificates.schema.ts';

const allow = 'admin.learning.assigned';

// None of these calls is in the specification: it has only the two orders of a PDF, which belong to reports.
export const certificatesEndpoints = defineEndpoints({
  'certificates.list': {
    method: 'GET', path: '/certificates', permission: allow,
    about: 'Certificates of the organisation, the latest first.',
    query: s.certificateListQuery, response: page(s.issuedCertificate),
  },
  'certificates.mine': {
    method: 'GET', path: '/certificates/mine', permission: 'user.learning', tenant: 'home',
    about: 'Certificates of the caller, the latest first.',
    response: list(s.certificate),
  },
  'certificates.verify': {
    method: 'GET', path: '/certificates/verify/:number', permission: 'public',
    about: 'Confirms a certificate to anyone who has its number. Wrong and malformed numbers have the same answer.',
    params: z.strictObject({ number: z.string().max(200) }), response: s.publicCertificate,
    errors: ['certificate.not_found', 'request.rate_limited'],
  },
  'certificates.revoke': {
    method: 'POST', path: '/certificates/:id/revoke', permission: allow,
    about: 'Revokes a certificate for good, and informs its owner by email.',
    params: idParam, body: s.revokeBody, response: s.issuedCertificate,
    errors: ['certificate.not_found', 'certificate.revoked'],
    audit: { action: 'certificate.revoked' }, touches: ['certificates'],
  },
  'certificates.archive': {
    method: 'POST', path: '/certificates/archive', permission: allow, costs: 'report',
    about: 'Starts a ZIP archive with the PDF of each certificate that the filter covers.',
    body: s.archiveBody, response: z.object({ task_id: z.uuid() }),
    errors: ['certificate.none_selected', 'certificate.too_many', 'task.limit'],
    audit: { action: 'certificate.exported' }, touches: [],
  },
  'certificates.reassign': {
    method: 'POST', path: '/certificates/reassign', permission: allow, costs: 'bulk',
    about: 'Assigns the courses of these certificates again for 30 days, to owners who are not taking them already.',
    body: s.reassignBody, response: z.object({ assigned: z.int(), skipped: z.int() }), licensed: true,
    errors: ['certificate.none_selected', 'certificate.too_many', 'employee.selection_changed'],
    audit: { action: 'certificate.courses_reassigned' }, touches: ['certificates', 'learning', 'statistics', 'employees'],
  },
  'certificates.rule': {
    method: 'GET', path: '/certificates/rules/:id', permission: 'admin.learning.courses',
    about: 'Whether a course gives certificates, and how long they are valid.',
    params: idParam, response: s.certificateRule, errors: ['course.not_found'],
  },
  'certificates.save-rule': {
    method: 'PUT', path: '/certificates/rules/:id', permission: 'admin.learning.courses',
    about: 'Changes the rule for certificates that are issued from now on.',
    params: idParam, body: s.certificateRuleBody, response: s.certificateRule,
    errors: ['course.not_found', 'common.stale_version'],
    audit: { action: 'certificate_rule.changed' }, touches: ['certificates'],
  },
  'certificates.issue-missing': {
    method: 'POST', path: '/certificates/rules/:id/issue', permission: 'admin.learning.courses', costs: 'bulk',
    about: 'Starts a task that issues the certificates of a course to learners who completed it before its rule gave them one.',
    params: idParam, response: z.object({ task_id: z.uuid() }),
    errors: ['course.not_found', 'certificate.none_selected', 'task.limit'],
    audit: { action: 'certificate.issued' }, touches: [],
  },
});
