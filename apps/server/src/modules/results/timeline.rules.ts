import { localDay, nextDay } from '@sergak/contract/campaigns/schedule.rules.ts';
import type { TimelineUnit } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { TIMELINE_HOURS_MAX, type Timeline, type TimelinePoint } from '@sergak/contract/results/figures.schema.ts';
import { HOUR, iso } from '../../platform/clock.ts';

/** Events that all happened within this time are shown by hour. */
const HOURLY_MS = 48 * HOUR;

const empty = (at: string): TimelinePoint => ({
  at,
  opened: 0,
  clicked: 0,
  opened_attachment: 0,
  entered_data: 0,
  reported: 0,
});
const added = (a: TimelinePoint, b: TimelinePoint): TimelinePoint => ({
  at: a.at,
  opened: a.opened + b.opened,
  clicked: a.clicked + b.clicked,
  opened_attachment: a.opened_attachment + b.opened_attachment,
  entered_data: a.entered_data + b.entered_data,
  reported: a.reported + b.reported,
});

/** All hours from the first to the last one with an event, at most `TIMELINE_HOURS_MAX`. */
const byHour = (hours: readonly TimelinePoint[], start: number): TimelinePoint[] => {
  const found = new Map(hours.map((one) => [Date.parse(one.at), one]));
  const last = Math.min(Date.parse(hours.at(-1)!.at), start + (TIMELINE_HOURS_MAX - 1) * HOUR);
  const points: TimelinePoint[] = [];
  for (let at = start; at <= last; at += HOUR) points.push(found.get(at) ?? empty(iso(new Date(at))));
  return points;
};

const byDay = (hours: readonly TimelinePoint[], start: number, zone: string): TimelinePoint[] => {
  const days = new Map<string, TimelinePoint>();
  const last = localDay(Date.parse(hours.at(-1)!.at), zone);
  for (let day = localDay(start, zone); day <= last; day = nextDay(day)) days.set(day, empty(day));
  for (const hour of hours) {
    const day = localDay(Date.parse(hour.at), zone);
    days.set(day, added(days.get(day)!, hour));
  }
  return [...days.values()];
};

/** Fills the gaps between hours with events and adds the hours up to days, unless `unit` or the short time asks for hours. */
export const timelineOf = (
  hours: readonly TimelinePoint[],
  { unit, start, zone }: { unit?: TimelineUnit | undefined; start: number; zone: string },
): Timeline => {
  if (hours.length === 0) return { unit: unit ?? 'hour', points: [], cut: false };
  const first = Math.min(start, Date.parse(hours[0]!.at));
  const last = Date.parse(hours.at(-1)!.at);
  if ((unit ?? (last - first <= HOURLY_MS ? 'hour' : 'day')) === 'day')
    return { unit: 'day', points: byDay(hours, first, zone), cut: false };
  return { unit: 'hour', points: byHour(hours, first), cut: last - first >= TIMELINE_HOURS_MAX * HOUR };
};
