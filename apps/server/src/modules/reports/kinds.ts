import {
  reportKinds,
  type ReportCategory,
  type ReportFormat,
  type ReportSubject,
} from '@sergak/contract/reports/reports.rules.ts';
import { isNoDepartment } from '@sergak/contract/organizations/own-titles.rules.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Keys } from '@sergak/contract/text-keys.gen.ts';
import type { Ctx, Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { textsOf } from '../../platform/texts.ts';
import type { PdfSpec } from './pdf/report-blocks.ts';
import { campaignPdf } from './campaign-pdf.ts';
import { writeCampaignXlsx } from './campaign-xlsx.ts';
import { findCampaignHead, findCampaignTitle } from './campaign.query.ts';
import { certificatePdf } from './certificate-pdf.ts';
import { selectCertificates } from './certificate.query.ts';
import { readCompliance } from './compliance-report.ts';
import { findDepartmentTitle } from '../statistics/public.ts';
import { readDepartment } from './department-report.ts';
import { readAttempt, readScormAttempt } from './attempt-report.ts';
import { readCourse, readCourses, readReportProgress } from './learning-report.ts';
import { findReportedAttempt, findPersonName, readAssignments } from './learning.query.ts';
import { findReportedRegistration } from './scorm.query.ts';
import { overviewPdf } from './overview-pdf.ts';
import type { ReportTask } from './reports.repo.ts';
import { tablePdf, tableXlsx } from './table-report.ts';

type On = { readonly tx: Tx; readonly platform: Platform };
type Subject = {
  /** Name of the subject for the title of the report; null if it does not exist. */
  name(on: On, id: string): Promise<string | null>;
  /** Whether this caller may order a report on the subject, beyond the permission of the kind. */
  allows?(ctx: Ctx, id: string): Promise<boolean>;
  /** The person that the subject is about, for reports of learners about themselves. */
  ownerOf?(tx: Tx, id: string): Promise<string | null | undefined>;
  readonly notFound: ErrorCode;
};
export const subjects: Readonly<Record<ReportSubject, Subject>> = {
  organization: {
    name: ({ platform }, id) => findCampaignTitle(platform.db, id),
    allows: async ({ viewer }, id) => viewer.scope.readable.includes(id),
    notFound: 'organization.not_found',
  },
  certificate: {
    name: async ({ tx }, id) => (await selectCertificates(tx, [id]))[0]?.number ?? null,
    allows: async ({ tx, viewer }, id) => {
      const [one] = await selectCertificates(tx, [id]);
      const allowed = one && (one.employee_id === viewer.id || viewer.permissions.has('admin.learning.assigned'));
      if (allowed && one.revoked) throw new AppError('certificate.revoked');
      return Boolean(allowed);
    },
    ownerOf: async (tx, id) => (await selectCertificates(tx, [id]))[0]?.employee_id,
    notFound: 'certificate.not_found',
  },
  assignment: {
    name: async ({ tx }, id) => (await readAssignments(tx, { id }))[0]?.title ?? null,
    notFound: 'assignment.not_found',
  },
  person: {
    name: async ({ tx }, id) => (await findPersonName(tx, id))?.full_name ?? null,
    notFound: 'employee.not_found',
  },
  attempt: {
    name: async ({ tx }, id) => (await findReportedAttempt(tx, id))?.full_name ?? null,
    ownerOf: async (tx, id) => (await findReportedAttempt(tx, id))?.employee_id,
    notFound: 'attempt.not_found',
  },
  registration: {
    name: async ({ tx }, id) => (await findReportedRegistration(tx, id))?.full_name ?? null,
    ownerOf: async (tx, id) => (await findReportedRegistration(tx, id))?.employee_id,
    notFound: 'attempt.not_found',
  },
  department: {
    name: async ({ tx }, id) => (await findDepartmentTitle(tx, id))?.title ?? null,
    notFound: 'department.not_found',
  },
  campaign: {
    name: async ({ tx }, id) => (await findCampaignHead(tx, id))?.name ?? null,
    notFound: 'campaign.not_found',
  },
};

/** Renderers by format. They return null or false if the subject no longer exists. */
type Renderers = {
  readonly pdf: (tx: Tx, report: ReportTask, platform: Platform) => Promise<PdfSpec | null>;
  readonly xlsx: (tx: Tx, report: ReportTask, path: string) => Promise<boolean>;
};
type Kind<K extends ReportCategory> = {
  /** Key of its title, which has the name of the subject. */
  readonly title: `${string}_title` & Keys['reports__server'];
  readonly render: Pick<Renderers, (typeof reportKinds)[K]['formats'][number]>;
};
/** Each kind of report: its title and a renderer for each of its formats. */
const kinds: { readonly [K in ReportCategory]: Kind<K> } = {
  pdf: {
    title: 'overview_title',
    render: { pdf: overviewPdf },
  },
  progress: {
    title: 'progress_title',
    render: { pdf: tablePdf(readReportProgress), xlsx: tableXlsx(readReportProgress) },
  },
  course: {
    title: 'course_title',
    render: { pdf: tablePdf(readCourse), xlsx: tableXlsx(readCourse) },
  },
  courses: {
    title: 'courses_title',
    render: { pdf: tablePdf(readCourses), xlsx: tableXlsx(readCourses) },
  },
  attempt: {
    title: 'attempt_title',
    render: { pdf: tablePdf(readAttempt), xlsx: tableXlsx(readAttempt) },
  },
  'attempt-scorm': {
    title: 'scorm_title',
    render: { pdf: tablePdf(readScormAttempt), xlsx: tableXlsx(readScormAttempt) },
  },
  certificate: {
    title: 'certificate_title',
    render: { pdf: certificatePdf },
  },
  phishing: {
    title: 'campaign_title',
    render: { xlsx: writeCampaignXlsx },
  },
  'phishing-campaign': {
    title: 'campaign_title',
    render: { pdf: campaignPdf, xlsx: writeCampaignXlsx },
  },
  department: {
    title: 'department_title',
    render: { pdf: tablePdf(readDepartment), xlsx: tableXlsx(readDepartment) },
  },
  compliance: {
    title: 'compliance_title',
    render: { pdf: tablePdf(readCompliance), xlsx: tableXlsx(readCompliance) },
  },
};

export const reportTitle = (kind: ReportCategory, language: Language, name: string): string =>
  textsOf(language, 'reports__server')(
    kind === 'department' && isNoDepartment(name) ? 'no_department_title' : kinds[kind].title,
    { name },
  );
export const rendererOf = <F extends ReportFormat>(kind: ReportCategory, format: F): Renderers[F] => {
  const render = (kinds[kind].render as Partial<Renderers>)[format];
  if (!render) throw new Error(`a report of kind ${kind} has no format ${format}`);
  return render;
};
/** The organisation whose transaction reads the data: the subject itself, or the organisation that ordered the report. */
export const readingPlace = (report: ReportTask, ordering: string): string =>
  reportKinds[report.category].subject === 'organization' ? report.subject_id : ordering;
