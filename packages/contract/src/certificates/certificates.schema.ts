import { z } from 'zod';
import { expectedCount } from '../employees/people-selection.schema.ts';
import { id, paging, search, sorting } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import {
  ARCHIVE_MAX,
  certificateDesigns,
  certificateModes,
  certificateSorts,
  certificateStates,
  REMIND_DAYS,
  REMIND_DAYS_MAX,
  REVOKE_REASON_MAX,
  VALID_MONTHS_MAX,
} from './certificates.rules.ts';

export const certificateDesign = z.enum(certificateDesigns);
const state = z.enum(certificateStates);

export const certificate = z.object({
  id: z.uuid(),
  number: z.string(),
  /** Path of the public page below the portal's origin. */
  public_path: z.string(),
  course_title: z.string(),
  /** Result of the tests; null: completed without one. */
  score: z.int().nullable(),
  language,
  issued_at: z.string(),
  /** The last valid day; null if the certificate never expires. */
  valid_until: z.string().nullable(),
  state,
  revoked_at: z.string().nullable(),
  revoke_reason: z.string().nullable(),
  /** null after the assignment was deleted. */
  assignment_id: z.uuid().nullable(),
});
export type Certificate = z.output<typeof certificate>;
export const issuedCertificate = certificate.extend({
  /** Empty after the person's data was erased. */
  person_name: z.string(),
  /** null after the person was removed. */
  employee_id: z.uuid().nullable(),
});
export type IssuedCertificate = z.output<typeof issuedCertificate>;

/** Which certificates a list or an archive contains. */
export const certificateFilter = {
  search,
  state: state.optional(),
  assignment_id: id.optional(),
  course_id: id.optional(),
};
export const certificateListQuery = z.strictObject({ ...certificateFilter, ...paging, ...sorting(certificateSorts) });
const chosenCertificates = {
  ...certificateFilter,
  /** Only these certificates. */
  ids: z.array(id).min(1).max(ARCHIVE_MAX).optional(),
  /** All certificates of the filter, also if the filter is empty. */
  all: z.literal(true).optional(),
};
type Chosen = { [K in keyof typeof chosenCertificates]?: unknown };
/** Whether a call on many certificates names them. There is no default, so that an empty body cannot mean all of them. */
const namesCertificates = ({ ids, all, search: text, state: only, assignment_id, course_id }: Chosen): boolean =>
  [ids, all, only, assignment_id, course_id].some((one) => one !== undefined) || text !== '';
const nothingNamed = { path: ['ids'], error: 'Name ids, a filter or all.' };
export const archiveBody = z
  .strictObject({ ...chosenCertificates, design: certificateDesign.default('classic') })
  .refine(namesCertificates, nothingNamed);
/** The certificates whose owners get their courses again. Revoked ones and those of removed people or courses are left out. */
export const reassignBody = z
  .strictObject({
    ...chosenCertificates,
    exclude_ids: z.array(id).max(ARCHIVE_MAX).default([]),
    /** Number of certificates that the caller saw in the selection, revoked ones included; a different number is rejected. */
    ...expectedCount,
  })
  .refine(namesCertificates, nothingNamed);
export const revokeBody = z.strictObject({ reason: z.string().trim().min(1).max(REVOKE_REASON_MAX) });

/** What the public page shows: no full name, no address, no result. */
export const publicCertificate = z.object({
  number: z.string(),
  initials: z.string(),
  course_title: z.string(),
  organization_title: z.string(),
  brand_color: z.string(),
  issued_on: z.string(),
  valid_until: z.string().nullable(),
  /** Whether a test with a result was passed; otherwise the course was completed. */
  tested: z.boolean(),
  state: z.enum(['valid', 'expired', 'revoked']),
});
export type PublicCertificate = z.output<typeof publicCertificate>;

const ruleFields = {
  /** auto: a certificate for those who passed a quiz, or whose package reported `passed` or the demanded score. */
  mode: z.enum(certificateModes),
  valid_months: z.int().min(1).max(VALID_MONTHS_MAX).nullable(),
  remind_days: z.int().min(1).max(REMIND_DAYS_MAX),
  reassign: z.boolean(),
};
export const certificateRule = z.object({
  ...ruleFields,
  course: z.object({ id: z.uuid(), title: z.string() }),
  /** Whether the published course has a quiz or a SCORM step. */
  has_test: z.boolean(),
  has_quiz: z.boolean(),
  /** Learners who have completed the course and get a certificate by this rule, but have none yet. */
  missing: z.int(),
  version: z.int(),
});
export type CertificateRule = z.output<typeof certificateRule>;
export const certificateRuleBody = z.strictObject({
  ...ruleFields,
  remind_days: ruleFields.remind_days.default(REMIND_DAYS),
  version: z.int32().min(0),
});
