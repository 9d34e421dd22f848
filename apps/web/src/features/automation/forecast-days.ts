import type { Forecast } from '@sergak/contract/automation/automation.schema.ts';
import { passingReasons, type RunReason } from '@sergak/contract/automation/automation.rules.ts';

export type ForecastRow = Forecast['data'][number];
export type ForecastDay = {
  readonly day: string;
  /** People who get something, counted once per action. */
  readonly done: number;
  /** People whose wait is longer than the forecast period. */
  readonly waits: number;
  readonly kept: number;
  readonly rows: readonly ForecastRow[];
};

const order = (a: ForecastRow, b: ForecastRow): number =>
  Number(a.reason !== null) - Number(b.reason !== null) ||
  a.tag.title.localeCompare(b.tag.title) ||
  a.action.title.localeCompare(b.action.title) ||
  b.people - a.people;
/** Whether the obstacle of an action is temporary. */
export const isPassing = (row: ForecastRow): boolean => row.reason !== null && passingReasons.includes(row.reason);
const sum = (rows: readonly ForecastRow[]): number => rows.reduce((all, row) => all + row.people, 0);

const groups = <K extends string | null>(rows: readonly ForecastRow[], keyOf: (row: ForecastRow) => K) => {
  const found = new Map<K, ForecastRow[]>();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
  return [...found];
};

/** The forecast by day: actions that happen first, then actions that do not. */
export const forecastDays = (rows: readonly ForecastRow[]): readonly ForecastDay[] =>
  groups(rows, (row) => row.day)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, all]) => ({
      day,
      done: sum(all.filter((row) => row.reason === null)),
      waits: sum(all.filter(isPassing)),
      kept: sum(all.filter((row) => row.reason !== null && !isPassing(row))),
      rows: all.toSorted(order),
    }));

/** The obstacles over all days, the most frequent first. */
export const obstacles = (
  rows: readonly ForecastRow[],
): readonly { readonly reason: RunReason; readonly people: number }[] =>
  groups(rows, (row) => row.reason)
    .flatMap(([reason, all]) => (reason === null ? [] : [{ reason, people: sum(all) }]))
    .sort((a, b) => b.people - a.people);

/** The forecast of one action: how many people get it, on which days, and the obstacles for the others. */
export type ActionOutcome = {
  readonly action: ForecastRow['action'];
  readonly people: number;
  /** First and last day; meaningless if no one gets the action. */
  readonly first: string;
  readonly last: string;
  readonly kept: readonly { readonly reason: RunReason; readonly people: number; readonly passing: boolean }[];
};

/** The forecast by action, ordered by their first day. */
export const forecastActions = (rows: readonly ForecastRow[]): readonly ActionOutcome[] =>
  groups(rows, (row) => row.action.id)
    .map(([, all]) => {
      const done = all.filter((row) => row.reason === null);
      const days = (done.length > 0 ? done : all).map((row) => row.day).sort();
      return {
        action: all[0]!.action,
        people: sum(done),
        first: days[0]!,
        last: days.at(-1)!,
        kept: obstacles(all).map((one) => ({ ...one, passing: passingReasons.includes(one.reason) })),
      };
    })
    .sort((a, b) => a.first.localeCompare(b.first) || a.action.title.localeCompare(b.action.title));
