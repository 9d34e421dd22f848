import {
  changeOf,
  comparablePoints,
  PROGRESS_POINTS_MAX,
  riskColor,
  riskGroups,
  round2,
  TARGET_LEVEL,
  type Point,
} from '@sergak/contract/statistics/risk.rules.ts';
import { incidentRisk } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { progressGroups, type RiskShare } from '@sergak/contract/statistics/statistics.schema.ts';
import { isAnonymous } from '../directory/public.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import * as levels from './levels.query.ts';
import * as overview from './overview.query.ts';
import { findStatisticsOrganization, periodOf, type StatisticsOrganization, type Period } from './period.query.ts';

type PeriodInput = { days_period: number };

const begin = async (tx: Tx, days: number): Promise<{ organization: StatisticsOrganization; period: Period }> => {
  const organization = await findStatisticsOrganization(tx);
  return { organization, period: periodOf(organization, days) };
};

/** Replaces or adds today's point with the current value, so that the line ends at the displayed number. */
export const withToday = (points: readonly Point[], today: string, value: number | null): Point[] => [
  ...points.filter((one) => one.date < today),
  ...(value === null && points.length === 0 ? [] : [{ date: today, value }]),
];

/** The organisation's current level, its change over the period, and its components. */
export const currentRiskLevel = async (ctx: Pick<Ctx, 'tx'>, input: PeriodInput & { explain: boolean }) => {
  const { organization, period } = await begin(ctx.tx, input.days_period);
  const now = await levels.currentFigures(ctx.tx);
  const points = await levels.points(ctx.tx, 'organization', organization.id, 'risk_level', period);
  const { risk_level: value, ...figures } = now;
  const parts = input.explain ? await levels.organizationParts(ctx.tx, organization) : [];
  return {
    ...figures,
    value,
    color: riskColor(value),
    change: changeOf(value, comparablePoints(points, organization.risk_rule_since), period),
    target: TARGET_LEVEL,
    explanation: parts.map((part) => partOf(part, value)),
  };
};

/** A component as sent to clients; `share` is its part of the level. */
export const partOf = (
  part: Pick<RiskShare, 'kind' | 'id' | 'title' | 'points' | 'date'> & Partial<RiskShare>,
  level: number | null,
): RiskShare => ({
  result: null,
  reported: false,
  progress: null,
  ...part,
  points: round2(part.points),
  share: level ? round2((part.points / level) * 100) : 0,
});

export const riskLevels = async (ctx: Pick<Ctx, 'tx'>, input: PeriodInput) => {
  const { organization, period } = await begin(ctx.tx, input.days_period);
  const { risk_level } = await levels.currentFigures(ctx.tx);
  const stored = await levels.points(ctx.tx, 'organization', organization.id, 'risk_level', period);
  return {
    change: changeOf(risk_level, comparablePoints(stored, organization.risk_rule_since), period),
    rule_since: organization.risk_rule_since,
    target: TARGET_LEVEL,
    points: withToday(stored, period.to, risk_level),
  };
};

export const riskGroupCounts = async (ctx: Pick<Ctx, 'tx'>) => {
  const counts = await levels.countRiskGroups(ctx.tx);
  const named = riskGroups.map((one) => ({
    name: one.name,
    color: one.color,
    risk_level_from: one.from as number | null,
    risk_level_to: one.to as number | null,
    count: counts[one.name],
  }));
  const missing = {
    name: 'missing' as const,
    color: 'red' as const,
    risk_level_from: null,
    risk_level_to: null,
    count: counts.missing,
  };
  return { data: [...named, missing] };
};

const names = ['sent', 'delivered', 'opened', 'clicked', 'opened_attachment', 'entered_data', 'reported'] as const;

/** The funnel of the period and of the previous period; in an anonymous organisation, of campaigns with final results. */
export const phishing = async (ctx: Pick<Ctx, 'tx'>, input: PeriodInput) => {
  const { organization, period } = await begin(ctx.tx, input.days_period);
  const anonymous = await isAnonymous(ctx.tx);
  const between = (from: string, to: string | null) =>
    anonymous ? overview.finalFunnelBetween(ctx.tx, organization, from, to) : overview.funnelBetween(ctx.tx, from, to);
  const now = await between(period.from, null);
  const before = await between(period.previous, period.from);
  const both = (of: (counts: overview.PeriodCounts) => number) => ({
    value: of(now),
    previous: of(before),
  });
  const groups = Object.fromEntries(names.map((name) => [name, both((counts) => counts[name])]));
  return {
    from: period.from,
    to: period.to,
    campaigns: both((counts) => counts.campaigns),
    groups: groups as Record<(typeof names)[number], { value: number; previous: number }>,
    incident_risk: both((counts) => incidentRisk(counts.dangerous, counts.delivered)),
    // The median of a few reports is the time of one person.
    report_median_seconds: anonymous
      ? { value: null, previous: null }
      : await overview.reportMedians(ctx.tx, organization, period),
  };
};

/** Current mean progress and its change. A positive change is an improvement. */
export const currentProgress = async (ctx: Pick<Ctx, 'tx'>, input: PeriodInput) => {
  const { organization, period } = await begin(ctx.tx, input.days_period);
  const { learning_progress: value } = await levels.currentFigures(ctx.tx);
  const points = await levels.points(ctx.tx, 'organization', organization.id, 'learning_progress', period);
  return {
    value,
    change: changeOf(value, comparablePoints(points, organization.risk_rule_since), period),
    ...(await overview.learnerCounts(ctx.tx, organization)),
  };
};

export const progress = async (ctx: Pick<Ctx, 'tx'>, input: PeriodInput) => {
  const { organization, period } = await begin(ctx.tx, input.days_period);
  const { learning_progress: value } = await levels.currentFigures(ctx.tx);
  const stored = await levels.points(ctx.tx, 'organization', organization.id, 'learning_progress', period);
  return {
    value,
    change: changeOf(value, comparablePoints(stored, organization.risk_rule_since), period),
    rule_since: organization.risk_rule_since,
    points: withToday(stored, period.to, value).slice(-PROGRESS_POINTS_MAX),
  };
};

export const progressGroupCounts = async (ctx: Pick<Ctx, 'tx'>) => ({
  data: await overview.countProgressGroups(ctx.tx, await findStatisticsOrganization(ctx.tx), progressGroups),
});

export const progressGroupPeople = async (
  ctx: Ctx,
  input: { group: (typeof progressGroups)[number]; limit: number; offset: number },
) => overview.selectProgressGroupPeople(ctx.tx, await findStatisticsOrganization(ctx.tx), input.group, input);

export const coursesCounts = async (ctx: Pick<Ctx, 'tx'>) =>
  overview.countCourses(ctx.tx, await findStatisticsOrganization(ctx.tx));
export const getLastCampaign = async (ctx: Pick<Ctx, 'tx'>) => ({
  data: await overview.findLastCampaignFigures(ctx.tx),
});
