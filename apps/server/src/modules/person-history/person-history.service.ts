import type { HistoryKind, HistoryPage, HistoryRow } from '@sergak/contract/person-history/person-history.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isAnonymous } from '../directory/public.ts';
import { filledSubject, findStatisticsOrganization, type StatisticsOrganization } from '../statistics/public.ts';
import * as query from './person-history.query.ts';

type Input = { id: string; kind?: HistoryKind | undefined; limit: number; offset: number };

/** The kinds that the caller may see: results of simulations need their permissions, and are never shown in anonymous mode. */
const kindsFor = async ({ tx, viewer: { permissions } }: Ctx): Promise<readonly HistoryKind[]> => {
  const named = !(await isAnonymous(tx));
  return [
    ...(named && permissions.has('admin.statistics') ? (['email'] as const) : []),
    ...(named && permissions.has('admin.phishing.campaigns') ? (['report'] as const) : []),
    'course',
    ...(permissions.has('admin.settings.audit') ? (['change'] as const) : []),
  ];
};

const shown = (organization: StatisticsOrganization, line: query.HistoryLine): HistoryRow => {
  const { kind, id, at, event, title, thing_id, thing_name, number, changes, subject_of } = line;
  const common = { id, at };
  const campaign = thing_id === null ? null : { id: thing_id, name: thing_name };
  const subject = subject_of === null ? title : filledSubject(organization, subject_of);
  if (kind === 'email') return { ...common, kind, subject, campaign: campaign!, email_result: number };
  if (kind === 'report') return { ...common, kind, subject, campaign };
  if (kind === 'change') return { ...common, kind, action: event ?? '', title, actor_name: thing_name, changes };
  return { ...common, kind, event: event as query.CourseEvent, title, assignment_id: thing_id, score: number };
};

/** What happened to a person, newest first, by the permissions of the caller. */
export const listHistory = async (ctx: Ctx, { id, kind, limit, offset }: Input): Promise<HistoryPage> => {
  const { tx } = ctx;
  if (!(await query.isPerson(tx, id))) throw new AppError('employee.not_found');
  const allowed = await kindsFor(ctx);
  const counts = await query.countHistory(tx, id, allowed);
  const wanted = allowed.filter((one) => kind === undefined || one === kind);
  const kinds = allowed.map((one) => ({ kind: one, count: counts.get(one) ?? 0 }));
  const organization = await findStatisticsOrganization(tx);
  const lines = await query.selectHistory(tx, id, wanted, { limit, offset });
  return {
    data: lines.map((line) => shown(organization, line)),
    total_count: wanted.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0),
    kinds,
  };
};
