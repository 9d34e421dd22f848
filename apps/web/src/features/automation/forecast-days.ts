import type { Forecast } from '@sergak/contract/automation/automation.schema.ts';
import { passingReasons, type RunReason } from '@sergak/contract/automation/automation.rules.ts';

export type ForecastRow = Forecast['data'][number];
export type ForecastDay = {
  readonly day: string;
  /** People who get something, counted once for each action. */
  readonly done: number;
  /** People who have to wait for longer than the days that are foreseen. */
  readonly waits: number;
  readonly kept: number;
  readonly rows: readonly ForecastRow[];
};

const order = (a: ForecastRow, b: ForecastRow): number =>
  Number(a.reason !== null) - Number(b.reason !== null) ||
  a.tag.title.localeCompare(b.tag.title) ||
  a.action.title.localeCompare(b.action.title) ||
  b.people - a.people;
/** Whether an action only waits for what keeps it from its people. */
export const isPassing = (row: ForecastRow): boolean => row.reason !== null && passingReasons.includes(row.reason);
const sum = (rows: readonly ForecastRow[]): number => rows.reduce((all, row) => all + row.people, 0);

const groups = <K extends string | null>(rows: readonly ForecastRow[], keyOf: (row: ForecastRow) => K) => {
  const found = new Map<K, ForecastRow[]>();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
  return [...found];
};

/** The dry run by day: what happens first, then what does not. */
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

/** What stands in the way over all days, the most frequent first. */
export const obstacles = (
  rows: readonly ForecastRow[],
): readonly { readonly reason: RunReason; readonly people: number }[] =>
  groups(rows, (row) => row.reason)
    .flatMap(([reason, all]) => (reason === null ? [] : [{ reason, people: sum(all) }]))
    .sort((a, b) => b.people - a.people);

/** What one action does to how many people in these days, and what keeps it from how many. */
export type ActionOutcome = {
  readonly action: ForecastRow['action'];
  readonly people: number;
  /** On which days; of no meaning where nobody gets it. */
  readonly first: string;
  readonly last: string;
  readonly kept: readonly { readonly reason: RunReason; readonly people: number; readonly passing: boolean }[];
};

/** The dry run by action, in the order in which they begin. */
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
