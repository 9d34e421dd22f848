import { fillText, momentValues, personValues } from '@sergak/contract/phishing/phishing.rules.ts';
import {
  changeOf,
  comparablePoints,
  explainRisk,
  PROGRESS_POINTS_MAX,
  riskColor,
} from '@sergak/contract/statistics/risk.rules.ts';
import type { PersonEmail, RiskShare } from '@sergak/contract/statistics/statistics.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as levels from './levels.query.ts';
import { partOf, withToday } from './organization.service.ts';
import * as people from './person.query.ts';
import { findStatisticsOrganization, periodOf, type StatisticsOrganization } from './period.query.ts';

/** `staff` sees everything; `person` sees nothing that would reveal a running simulation. */
type Audience = 'staff' | 'person';

const find = async (tx: Tx, id: string) => {
  const person = await people.findCountedPerson(tx, id);
  if (!person) throw new AppError('employee.not_found');
  return person;
};

/** Components of a person's level: emails and courses, each with its points. */
const explain = async (
  tx: Tx,
  organization: StatisticsOrganization,
  id: string,
  level: number | null,
  audience: Audience,
): Promise<RiskShare[]> => {
  const emails = await people.personEmailFacts(tx, organization, id);
  const courses = await people.personCourseFacts(tx, organization, id);
  const hidden = (one: people.EmailFact) => audience === 'person' && one.status !== 'completed' && one.result < 2;
  const parts = explainRisk(
    emails.map((one) => ({ ...one, key: hidden(one) ? 'other' : one.campaign_id })),
    courses.map((one) => ({ key: one.assignment_id, progress: one.progress })),
  );
  return parts.flatMap((part): RiskShare[] => {
    if (part.key === 'other')
      return part.points > 0
        ? [partOf({ kind: 'other', id: null, title: '', date: null, points: part.points }, level)]
        : [];
    if (part.kind === 'phishing') {
      const { title, date, result, reported } = emails.find((one) => one.campaign_id === part.key)!;
      return [partOf({ kind: 'phishing', id: part.key, title, date, points: part.points, result, reported }, level)];
    }
    const { course_id, title, date, progress } = courses.find((one) => one.assignment_id === part.key)!;
    return [partOf({ kind: 'learning', id: course_id, title, date, points: part.points, progress }, level)];
  });
};

const riskOfPerson = async (tx: Tx, id: string, days: number, audience: Audience) => {
  const person = await find(tx, id);
  const organization = await findStatisticsOrganization(tx);
  const period = periodOf(organization, days);
  const stored = await levels.points(tx, 'employee', id, 'risk_level', period);
  return {
    value: person.risk_level,
    color: riskColor(person.risk_level),
    change: changeOf(person.risk_level, comparablePoints(stored, organization.risk_rule_since), period),
    rule_since: organization.risk_rule_since,
    phishing_indicator: person.phishing_indicator,
    learning_progress: person.learning_progress,
    points: withToday(stored, period.to, person.risk_level),
    explanation: await explain(tx, organization, id, person.risk_level, audience),
    computed_at: person.risk_computed_at,
  };
};

const progressOfPerson = async (tx: Tx, id: string, days: number) => {
  const person = await find(tx, id);
  const organization = await findStatisticsOrganization(tx);
  const period = periodOf(organization, days);
  const stored = await levels.points(tx, 'employee', id, 'learning_progress', period);
  const value = person.learning_progress;
  return {
    value,
    change: changeOf(value, comparablePoints(stored, organization.risk_rule_since), period),
    rule_since: organization.risk_rule_since,
    points: withToday(stored, period.to, value).slice(-PROGRESS_POINTS_MAX),
  };
};

/** What the subject of an email is filled in with. */
export type FilledSubject = Pick<people.EmailRow, 'subject' | 'addressee' | 'language' | 'at'>;
/** The subject as the person saw it. */
export const filledSubject = (organization: StatisticsOrganization, row: FilledSubject): string =>
  fillText(
    row.subject,
    personValues(
      row.addressee,
      organization.title,
      momentValues(new Date(row.at), row.language, organization.time_zone),
    ),
  );

const phishingOfPerson = async (tx: Tx, id: string, audience: Audience, o: { limit: number; offset: number }) => {
  const person = await find(tx, id);
  const { counts, rows } = await people.personEmails(tx, id, audience, o);
  const events = await people.personEmailEvents(
    tx,
    rows.map((row) => row.id),
  );
  const { total, dangerous: _, ...groups } = counts;
  const organization = await findStatisticsOrganization(tx);
  const data = rows.map((one): PersonEmail => {
    const { campaign_id, campaign_name, campaign_status, tips, addressee: _a, language: _l, at: _t, ...row } = one;
    return {
      ...row,
      subject: filledSubject(organization, one),
      campaign: { id: campaign_id, name: campaign_name, status: campaign_status },
      tips: tips as string[],
      events: events.filter((one) => one.recipient_id === row.id).map(({ recipient_id: _, ...event }) => event),
    };
  });
  const indicator = person.phishing_indicator;
  return { data, total_count: total, indicator, color: riskColor(indicator === null ? null : indicator / 10), groups };
};

type ById = { id: string };
type Paged = { limit: number; offset: number };

/** Reads a person's own figures in the person's organisation, also while acting in a descendant. */
const atHome = <T>(ctx: Ctx, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const home = ctx.viewer.homeOrganizationId;
  if (home === ctx.viewer.scope.organizationId) return work(ctx.tx);
  return inTenant(ctx.platform.db, { organizationId: home, readable: [home] }, 'read', work);
};

type Period = { days_period: number };
export const myRiskLevel = (ctx: Ctx, input: Period) =>
  atHome(ctx, (tx) => riskOfPerson(tx, ctx.viewer.id, input.days_period, 'person'));
export const myProgress = (ctx: Ctx, input: Period) =>
  atHome(ctx, (tx) => progressOfPerson(tx, ctx.viewer.id, input.days_period));
export const myProgressChange = async (ctx: Ctx, input: { days_count: number }) => ({
  points: (await myProgress(ctx, { days_period: input.days_count })).points,
});
export const myPhishing = (ctx: Ctx, input: Paged) =>
  atHome(ctx, (tx) => phishingOfPerson(tx, ctx.viewer.id, 'person', input));
export const myPassed = (ctx: Ctx) =>
  atHome(ctx, async (tx) => people.passedCounts(tx, await findStatisticsOrganization(tx), ctx.viewer.id));

export const userRiskLevel = (ctx: Ctx, input: ById & Period) =>
  riskOfPerson(ctx.tx, input.id, input.days_period, 'staff');
export const userProgress = (ctx: Ctx, input: ById & Period) => progressOfPerson(ctx.tx, input.id, input.days_period);
export const userPhishing = (ctx: Ctx, input: ById & Paged) => phishingOfPerson(ctx.tx, input.id, 'staff', input);
export const userQuizzes = async (ctx: Ctx, input: ById & Paged) => {
  await find(ctx.tx, input.id);
  return people.personQuizzes(ctx.tx, input.id, input);
};
