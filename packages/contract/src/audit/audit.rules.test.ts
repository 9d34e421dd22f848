import { expect, test } from 'vitest';
import { endpoints } from '../endpoints.ts';
import { allAuditFields, auditFields, type AuditKind, auditReferences } from './audit.rules.ts';

/** Endpoints whose handlers log every changed field of the body, with the kind of the target. */
const forms: readonly (readonly [keyof typeof endpoints, AuditKind])[] = [
  ['campaigns.update', 'campaign'],
  ['departments.update', 'department'],
  ['employees.update', 'employee'],
  ['learning.update', 'assignment'],
  ['library.update-course', 'course'],
  ['automation.update-message', 'tag'],
  ['automation.set-courses', 'tag'],
  ['organizations.save', 'organization'],
  ['organizations.save-child', 'organization'],
  ['organizations.set-reminders', 'organization'],
  ['phishing.email-update', 'email'],
  ['phishing.page-update', 'landing_page'],
  ['phishing.redirect-page-update', 'redirect_page'],
  ['phishing.template-update', 'template'],
  ['tags.update', 'tag'],
];
/** Fields of a body that are logged under the name of their column. */
const columns: Readonly<Record<string, string>> = {
  parent_department_uuid: 'parent_id',
  course_ids: 'courses',
  registration_link_time: 'registration_link_hour',
  start_date: 'licence_start',
  end_date: 'licence_end',
};

test.each(forms)('%s logs only fields that the audit vocabulary lists for %s', (id, kind) => {
  const { shape } = (endpoints[id] as unknown as { body: { shape: object } }).body;
  const known: readonly string[] = auditFields[kind];
  const logged = Object.keys(shape).filter((field) => field !== 'id' && field !== 'version');
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((field) => !known.includes(field) && !known.includes(columns[field] ?? ''))).toEqual([]);
});

test('every reference is a field of at least one kind', () => {
  expect(Object.keys(auditReferences).filter((field) => !allAuditFields.includes(field as never))).toEqual([]);
});
