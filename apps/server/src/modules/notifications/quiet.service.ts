import { isQuiet, type LocalMoment } from '@sergak/contract/notifications/notifications.rules.ts';
import { after, dayIn, MINUTE, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { findNotificationOrganization, findSettings } from './notifications.query.ts';

type Calendar = {
  readonly time_zone: string;
  readonly work_days: readonly number[];
  readonly holidays: readonly string[];
};

const SUNDAY = 7;
/** A moment in the time zone of an organisation, with its calendar. */
export const localMoment = (at: Date, { time_zone, work_days, holidays }: Calendar): LocalMoment => {
  const day = dayIn(at, time_zone);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || SUNDAY;
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, hour: '2-digit', minute: '2-digit' }).format(at);
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  return { minute: hour * 60 + minute, day_off: !work_days.includes(weekday) || holidays.includes(day) };
};

const STEP_MINUTES = 5;
const STEPS_MAX = (15 * 24 * 60) / STEP_MINUTES;

/** When the quiet hours that hold now end; null if they do not hold. Never later than in two weeks. */
export const quietUntil = async (tx: Tx): Promise<Date | null> => {
  const settings = await findSettings(tx);
  if (!settings || (settings.quiet_from === null && !settings.quiet_days_off)) return null;
  const quiet = { from: settings.quiet_from, to: settings.quiet_to, days_off: settings.quiet_days_off };
  const organization = await findNotificationOrganization(tx);
  const begin = now();
  if (!isQuiet(quiet, localMoment(begin, organization))) return null;
  let at = new Date(Math.floor(begin.getTime() / (STEP_MINUTES * MINUTE)) * STEP_MINUTES * MINUTE);
  for (let step = 0; step < STEPS_MAX && isQuiet(quiet, localMoment(at, organization)); step += 1)
    at = after(at, STEP_MINUTES * MINUTE);
  return at;
};
