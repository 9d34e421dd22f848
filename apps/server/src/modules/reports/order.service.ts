import { reportKinds, type ReportCategory, type ReportFormat } from '@sergak/contract/reports/reports.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import { subjects, reportTitle } from './kinds.ts';
import * as repo from './reports.repo.ts';
import { dayText } from '../../platform/clock.ts';

type ReportOrder = Pick<repo.ReportParams, 'design' | 'own' | 'scorm' | 'period' | 'email'> & {
  readonly kind: ReportCategory;
  readonly format: ReportFormat;
  /** Id of the subject of the kind (`reportKinds`): the organisation, a campaign, a person … */
  readonly subject: string;
  readonly language: Language;
  /** Language of the title, which lists show; by default the language of the report. */
  readonly titleIn?: Language;
  readonly timeZone: string;
  /** Who is named on the cover and in the list of reports. */
  readonly person: { readonly id: string; readonly name: string };
};

/** The days of a period, as dd.MM.yyyy. */
const daysText = ({ from, to }: NonNullable<ReportOrder['period']>): string => `${dayText(from)} – ${dayText(to)}`;

/**
 * Stores an order and queues its job, in the transaction of the organisation that keeps the report. Checks neither permissions nor
 * limits: the caller does. Returns null if the subject does not exist.
 */
export const orderReport = async (
  on: { readonly tx: Tx; readonly platform: Platform },
  { kind, format, subject, language, titleIn = language, timeZone, person, ...more }: ReportOrder,
): Promise<{ id: string; title: string } | null> => {
  const named = await subjects[reportKinds[kind].subject].name(on, subject);
  if (named === null) return null;
  const title = more.period
    ? `${reportTitle(kind, titleIn, named)}, ${daysText(more.period)}`
    : reportTitle(kind, titleIn, named);
  const params = { language, time_zone: timeZone, asked_by: person.name, subject_id: subject, ...more };
  const id = await repo.insertReport(on.tx, { category: kind, format, title, params, createdBy: person.id });
  await enqueue(on.tx, 'reports.make-report', { report_id: id });
  return { id, title };
};
