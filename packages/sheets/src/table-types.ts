/**
 * Type of a column. number and percent take numbers (percent: 0 to 100); date and datetime take a Date or an ISO
 * date; text takes anything. A value that does not fit its column is written as escaped text, never dropped.
 */
export type ColumnType = 'text' | 'number' | 'date' | 'datetime' | 'percent';

export type TableColumn = {
  readonly title: string;
  readonly width?: number;
  readonly type?: ColumnType;
  /** A hidden name of the cells of the column, for programs; `row`: each row has its own name. */
  readonly name?: string;
};

export type TableRows = AsyncIterable<readonly unknown[]> | Iterable<readonly unknown[]>;

export type TableOptions = {
  /** IANA name of the time zone in which instants are displayed; default UTC. */
  readonly timeZone?: string;
};

export type LocalMoment = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** Converts a Date (an instant) or an ISO date (a day) to local date and time; undefined for anything else. */
export const momentReader = (timeZone = 'UTC') => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (value: unknown): LocalMoment | undefined => {
    if (typeof value === 'string') {
      const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
      if (day)
        return { year: Number(day[1]), month: Number(day[2]), day: Number(day[3]), hour: 0, minute: 0, second: 0 };
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return undefined;
    }
    const moment = value instanceof Date ? value : typeof value === 'string' ? new Date(value) : undefined;
    if (!moment || Number.isNaN(moment.getTime())) return undefined;
    const numbers = parts.format(moment).match(/\d+/g)!.map(Number);
    const [year, month, day, hour, minute, second] = numbers as [number, number, number, number, number, number];
    return { year, month, day, hour, minute, second };
  };
};

export const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as string | number | boolean | bigint);
};
