import { z } from 'zod';
import { id, paging, sorting } from '../paging.ts';
import { certificateDesigns } from '../certificates/certificates.rules.ts';
import { language } from '../session/session.schema.ts';
import { reportCategories, reportErrors, reportFormats, reportStatuses } from './reports.rules.ts';

export const report = z.object({
  id: z.uuid(),
  category: z.enum(reportCategories),
  format: z.enum(reportFormats),
  title: z.string(),
  status: z.enum(reportStatuses),
  /** Below the portal's origin; requires the session. null until the report is complete, and after it was deleted. */
  url: z.string().nullable(),
  error: z.enum(reportErrors).nullable(),
  created_by: z.object({ id: z.uuid(), full_name: z.string() }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string(),
});
export type Report = z.output<typeof report>;

export const reportSorts = ['title', 'status', 'author', 'created_at'] as const;
export const reportListQuery = z.strictObject({
  category: z.enum(reportCategories).optional(),
  ...paging,
  ...sorting(reportSorts),
});
export const overviewQuery = z.strictObject({ organization_id: id.optional() });
const formatQuery = { format: z.enum(reportFormats).default('pdf') };
export const progressQuery = z.strictObject({ organization_id: id.optional(), ...formatQuery });
export const formatOnly = z.strictObject(formatQuery);
/** `type=scorm` limits the report to SCORM courses: another course is not found. */
export const courseReportQuery = z.strictObject({ type: z.enum(['scorm']).optional(), ...formatQuery });
/** Language of the fixed texts; the certificate's own if absent. */
export const certificateQuery = z.strictObject({ language: language.optional() });
export const ownCertificateQuery = certificateQuery.extend({ design: z.enum(certificateDesigns).default('classic') });
export const campaignReportBody = z.strictObject({ campaign_id: id, format: z.enum(reportFormats).default('pdf') });
