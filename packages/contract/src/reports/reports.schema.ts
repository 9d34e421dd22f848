import { z } from 'zod';
import { id, paging, search, sorting } from '../paging.ts';
import { certificateDesigns } from '../certificates/certificates.rules.ts';
import { language } from '../session/session.schema.ts';
import { reportCategories, reportErrors, reportFormats, reportStatuses } from './reports.rules.ts';

export const report = z.object({
  id: z.uuid(),
  /** `employees`: the export of selected people, which only its author sees. */
  category: z.enum([...reportCategories, 'employees']),
  format: z.enum(reportFormats),
  title: z.string(),
  status: z.enum(reportStatuses),
  /** Below the portal's origin; requires the session. null until the report is complete, and after it was deleted. */
  url: z.string().nullable(),
  error: z.enum(reportErrors).nullable(),
  /** The person who ordered it gets a link by email once it is complete. */
  will_be_sent: z.boolean(),
  created_by: z.object({ id: z.uuid(), full_name: z.string() }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string(),
});
export type Report = z.output<typeof report>;

export const reportSorts = ['title', 'status', 'author', 'created_at'] as const;
export const reportListQuery = z.strictObject({
  category: z.enum(reportCategories).optional(),
  /** Part of the title or of the name of the person who ordered it. */
  search,
  ...paging,
  ...sorting(reportSorts),
});
export const overviewQuery = z.strictObject({ organization_id: id.optional() });
const formatQuery = { format: z.enum(reportFormats).default('pdf') };
export const progressQuery = z.strictObject({ organization_id: id.optional(), ...formatQuery });
const period = { from: z.iso.date().optional(), to: z.iso.date().optional() };
const inOrder = { path: ['to'], message: 'the period ends before it begins' };
/** Days of the period, both included; without them, the period of the kind. */
export const departmentQuery = z
  .strictObject({ ...period, ...formatQuery })
  .refine((o) => !o.from || !o.to || o.from <= o.to, inOrder);
export const complianceQuery = z
  .strictObject({ organization_id: id.optional(), ...period, ...formatQuery })
  .refine((o) => !o.from || !o.to || o.from <= o.to, inOrder);
export const formatOnly = z.strictObject(formatQuery);
/** `type=scorm` limits the report to SCORM courses: another course is not found. */
export const courseReportQuery = z.strictObject({ type: z.enum(['scorm']).optional(), ...formatQuery });
/** Language of the fixed texts; the certificate's own if absent. */
export const certificateQuery = z.strictObject({ language: language.optional() });
export const ownCertificateQuery = certificateQuery.extend({ design: z.enum(certificateDesigns).default('classic') });
export const campaignReportBody = z.strictObject({ campaign_id: id, format: z.enum(reportFormats).default('pdf') });
