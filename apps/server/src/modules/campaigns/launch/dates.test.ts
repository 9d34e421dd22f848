import { expect, test } from 'vitest';
import type { WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { resolveDates } from './dates.ts';

const hours: WorkHours = {
  time_zone: 'Asia/Tashkent',
  work_from: 540,
  work_to: 1080,
  work_days: [1, 2, 3, 4, 5],
  holidays: [],
};
const at = new Date('2026-12-01T06:00:00Z');
const form = {
  dateType: 'auto',
  dateEnd: null,
  emailSendType: 'at_once',
  email_send_end_date: null,
  isDelay: false,
  dateDelay: null,
} as const;

test('a campaign without dates starts now and ends a week later at the end of the working day', () => {
  expect(resolveDates(form, 50, hours, at)).toEqual({
    start: at,
    sendUntil: null,
    end: new Date('2026-12-08T13:00:00Z'),
    faults: [],
  });
});

test('emails are spread over five days unless an end is given, and the campaign ends after the last of them', () => {
  const dates = resolveDates({ ...form, emailSendType: 'to_end' }, 50, hours, at);
  expect(dates).toMatchObject({
    sendUntil: new Date('2026-12-06T13:00:00Z'),
    end: new Date('2026-12-13T13:00:00Z'),
    faults: [],
  });
});

test.each([
  [{ isDelay: true }, 'start_missing'],
  [{ isDelay: true, dateDelay: '2026-11-30T06:00:00Z' }, 'start_past'],
  [{ dateType: 'custom' }, 'end_missing'],
  [{ dateType: 'custom', dateEnd: '2026-12-01T05:59:00Z' }, 'end_before_start'],
  [{ dateType: 'custom', dateEnd: '2028-12-01T05:59:00Z' }, 'too_long'],
  [{ emailSendType: 'to_end', email_send_end_date: '2026-11-01T00:00:00Z' }, 'sending_before_start'],
  [
    {
      emailSendType: 'to_end',
      email_send_end_date: '2026-12-20T00:00:00Z',
      dateType: 'custom',
      dateEnd: '2026-12-10T00:00:00Z',
    },
    'sending_after_end',
  ],
  [
    {
      emailSendType: 'to_end',
      email_send_end_date: '2026-12-06T12:00:00Z',
      isDelay: true,
      dateDelay: '2026-12-05T06:00:00Z',
    },
    'no_working_time',
  ],
] as const)('what does not fit is named: %o', (changes, fault) => {
  expect(resolveDates({ ...form, ...changes }, 50, hours, at).faults).toEqual([fault]);
});
