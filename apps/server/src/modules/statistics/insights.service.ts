import {
  EFFECT_DAYS,
  EFFECT_PEOPLE_MIN,
  effectVerdict,
  HEAT_MONTHS,
  monthsUpTo,
  NEWCOMER_PART_DAYS,
  REPEAT_MIN,
} from '@sergak/contract/statistics/insights.rules.ts';
import type { PeopleBehind } from '@sergak/contract/statistics/insights.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { dayIn } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import * as effects from './course-effects.query.ts';
import * as insights from './insights.query.ts';
import * as behind from './people-behind.query.ts';
import { findStatisticsOrganization } from './period.query.ts';
import { countDepartments } from './tables.query.ts';

type Reading = Pick<Ctx, 'tx'>;
type Paged = { limit: number; offset: number };
/** Maximum number of ids in a selection. */
const IDS_MAX = 10_000;

const conditionOf = async (tx: Ctx['tx'], input: PeopleBehind) => {
  const found = await behind.numberCondition(tx, await findStatisticsOrganization(tx), input);
  if (typeof found === 'string') throw new AppError(found);
  return found;
};

/** The people behind a number of the statistics. */
export const peopleBehind = async ({ tx }: Reading, input: PeopleBehind & Paged) =>
  behind.selectPeopleBehind(tx, await conditionOf(tx, input), input);

/** Their ids, for an action on all of them. */
export const peopleIds = async ({ tx }: Reading, input: PeopleBehind) =>
  behind.selectPeopleIds(tx, await conditionOf(tx, input), IDS_MAX);

/** People caught by several of their last emails. */
export const repeatClickers = async ({ tx }: Reading, { last }: { last: number }) => {
  const rows = await insights.countRepeated(tx, last);
  const groups = rows.filter((row) => row.times >= REPEAT_MIN).map(({ times, count }) => ({ times, count }));
  return {
    last,
    people: rows.reduce((sum, row) => sum + row.mailed, 0),
    repeated: groups.reduce((sum, row) => sum + row.count, 0),
    groups,
  };
};

/** How newcomers do in their first 90 days, compared with other people. */
export const newcomers = async ({ tx }: Reading) => {
  const counts = await insights.countNewcomers(tx, await findStatisticsOrganization(tx));
  return {
    people: counts.people,
    parts: ([0, 1, 2] as const).map((part) => ({
      from_day: part * NEWCOMER_PART_DAYS + 1,
      to_day: (part + 1) * NEWCOMER_PART_DAYS,
      mailed: counts[`mailed_${part}`],
      caught: counts[`caught_${part}`],
    })),
    first_days: { mailed: counts.first_mailed, caught: counts.first_caught },
    others: { mailed: counts.others_mailed, caught: counts.others_caught },
    finished_course: counts.finished_course,
    without_course: counts.without_course,
  };
};

/** Departments by month. The current month has the current level. */
export const heatMap = async ({ tx }: Reading, input: Paged) => {
  const organization = await findStatisticsOrganization(tx);
  const months = monthsUpTo(organization.today, HEAT_MONTHS);
  const rows = await insights.heatRows(tx, months, input);
  const levels = await insights.monthLevels(
    tx,
    rows.map((row) => row.id),
    months.slice(0, -1),
  );
  const levelOf = new Map(levels.map((one) => [`${one.id}:${one.month}`, one.risk_level]));
  const data = rows.map((row) => ({
    id: row.id,
    title: row.title,
    parent_department_uuid: row.parent_id,
    people: row.people,
    risk_level: row.risk_level,
    cells: months.map((month, i) => ({
      mailed: row.mailed[i] ?? 0,
      caught: row.caught[i] ?? 0,
      risk_level: i === months.length - 1 ? row.risk_level : (levelOf.get(`${row.id}:${month}`) ?? null),
    })),
  }));
  return { months, data, total_count: await countDepartments(tx) };
};

/** What changed after each course, as computed last night. */
export const courseEffects = async ({ tx }: Reading, input: Paged) => {
  const organization = await findStatisticsOrganization(tx);
  const { data, total_count } = await effects.effectRows(tx, input);
  return {
    days: EFFECT_DAYS as 180,
    people_min: EFFECT_PEOPLE_MIN,
    computed_on: data[0] ? dayIn(new Date(data[0].computed_at), organization.time_zone) : null,
    data: data.map(({ computed_at: _, ...row }) => ({ ...row, verdict: effectVerdict(row) })),
    total_count,
  };
};
