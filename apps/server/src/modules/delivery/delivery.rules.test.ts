import { expect, test } from 'vitest';
import type { Outcome } from '@sergak/mail/outcome.ts';
import { decide, fateOf, nextMidnight, nextOpening, type Candidate, type Rules } from './delivery.rules.ts';

const at = new Date('2026-11-18T09:00:00Z'); // a Wednesday, 14:00 in Tashkent
const hours = { time_zone: 'Asia/Tashkent', work_from: 540, work_to: 1080, work_days: [1, 2, 3, 4, 5], holidays: [] };
const spacing = { person_weekly_cap: 2, person_gap_hours: 24 };
const rules: Rules = {
  at,
  isTesting: false,
  spread: false,
  hours,
  spacing,
  domains: new Set(['acme.test']),
  foreign: new Set(['other']),
};
const anna: Candidate = {
  address: 'Anna@acme.test',
  email_id: 'one',
  email_key: 'anna@acme.test',
  recent: [],
  busy: false,
};
const ago = (h: number) => new Date(at.getTime() - h * 3_600_000).toISOString();
const inHours = (h: number) => new Date(at.getTime() + h * 3_600_000).toISOString();

test('an email is sent when no rule prevents it', () => {
  expect(decide(anna, rules)).toEqual({ do: 'send' });
});

test.each([
  ['the person is gone', { email_key: null }, 'cancelled', 'person_deleted'],
  ['the address has changed', { email_key: 'anna.kim@acme.test' }, 'cancelled', 'address_changed'],
  [
    'the domain is not verified',
    { address: 'anna@other.test', email_key: 'anna@other.test' },
    'failed',
    'domain_unverified',
  ],
] as const)('an email ends without being offered when %s', (_, changes, state, reason) => {
  expect(decide({ ...anna, ...changes }, rules)).toEqual({ do: 'end', state, reason });
});

test('a domain that only ends like a verified one is not verified', () => {
  expect(decide({ ...anna, address: 'anna@notacme.test', email_key: 'anna@notacme.test' }, rules)).toMatchObject({
    do: 'end',
  });
});

test('a person never gets two simulations within a day or three within a week', () => {
  expect(decide({ ...anna, recent: [ago(5)] }, rules)).toEqual({ do: 'postpone', until: inHours(19) });
  expect(decide({ ...anna, recent: [ago(25)] }, rules)).toEqual({ do: 'send' });
  expect(decide({ ...anna, recent: [ago(30), ago(100)] }, rules)).toEqual({ do: 'postpone', until: inHours(68) });
  expect(decide({ ...anna, busy: true }, rules)).toEqual({ do: 'postpone', until: inHours(24) });
});

test.each([
  ['one a week', 1, 24, [25], 143],
  ['three a week', 3, 24, [25, 60], 0],
  ['three a week, when there were three', 3, 24, [25, 60, 100], 68],
  ['two days apart', 2, 48, [25], 23],
  ['an hour apart', 7, 1, [2, 3, 4, 5, 6, 7], 0],
  ['a week apart', 7, 168, [100], 68],
] as const)(
  'the organisation sets the limits per person: %s',
  (_, person_weekly_cap, person_gap_hours, hoursAgo, waits) => {
    const decision = decide(
      { ...anna, recent: hoursAgo.map(ago) },
      { ...rules, spacing: { person_weekly_cap, person_gap_hours } },
    );
    expect(decision).toEqual(waits === 0 ? { do: 'send' } : { do: 'postpone', until: inHours(waits) });
  },
);

test('while another email is being sent, the gap counts from now', () => {
  expect(decide({ ...anna, busy: true }, { ...rules, spacing: { person_weekly_cap: 2, person_gap_hours: 3 } })).toEqual(
    {
      do: 'postpone',
      until: inHours(3),
    },
  );
});

test('test campaigns ignore the gap', () => {
  expect(decide({ ...anna, recent: [ago(1), ago(2)], busy: true }, { ...rules, isTesting: true })).toEqual({
    do: 'send',
  });
});

test('a late spread email waits for the next opening; an email sent at once does not', () => {
  const night = new Date('2026-11-20T20:00:00Z'); // Saturday, 01:00 in Tashkent
  expect(decide(anna, { ...rules, at: night, spread: true })).toEqual({
    do: 'postpone',
    until: '2026-11-23T04:00:00.000Z',
  });
  expect(decide(anna, { ...rules, at: night })).toEqual({ do: 'send' });
  expect(nextOpening(at, hours)).toBe(at);
  expect(nextMidnight(night, 'Asia/Tashkent').toISOString()).toBe('2026-11-21T19:00:00.000Z');
});

const fate = (outcome: Outcome, attempts = 0) => fateOf(outcome, { attempts }, at);
const minutes = (state: { send_at: string | null }) => (Date.parse(state.send_at!) - at.getTime()) / 60_000;

test('only a 2xx makes an email sent, and silence after the hand-over makes it unknown', () => {
  expect(fate({ kind: 'accepted', reply: '250 ok' })).toMatchObject({ state: 'sent', reply: '250 ok', tries: 1 });
  expect(fate({ kind: 'unknown', reason: 'timeout' })).toMatchObject({
    state: 'unknown',
    reply: 'timeout',
    send_at: null,
  });
});

test('a temporary rejection is retried after 1, 5, 15 and 60 minutes and finally once a day', () => {
  const busy: Outcome = { kind: 'rejected', permanent: false, stage: 'body', code: 451, reply: '451 later' };
  expect([0, 1, 2, 3, 9].map((attempts) => minutes(fate(busy, attempts)))).toEqual([1, 5, 15, 60, 1440]);
  expect(fate(busy)).toMatchObject({ state: 'retry', reply: '451 later', tries: 1 });
});

test('a permanent rejection of the recipient or the email fails it; one of the sender or the password does not', () => {
  const no = (stage: 'rcpt' | 'body' | 'mail' | 'auth', reply = '550 no'): Outcome => ({
    kind: 'rejected',
    permanent: true,
    stage,
    code: 550,
    reply,
  });
  expect(fate(no('rcpt')).state).toBe('failed');
  expect(fate(no('body')).state).toBe('failed');
  expect(fate(no('mail')).state).toBe('retry');
  expect(fate(no('auth')).state).toBe('queued');
  expect(fate(no('mail', '552 not offered to the server: too large')).state).toBe('failed');
});

test('a server that cannot be reached does not change an email', () => {
  const away = fate({ kind: 'not_sent', stage: 'connect', reason: 'connection_refused' }, 7);
  expect(away).toMatchObject({ state: 'queued', tries: 0 });
  expect(minutes(away)).toBeLessThan(0.1);
  expect(minutes(fate({ kind: 'not_sent', stage: 'rcpt', reason: 'connection_closed' }, 0))).toBeLessThan(0.1);
  expect(minutes(fate({ kind: 'not_sent', stage: 'rcpt', reason: 'connection_closed' }, 4))).toBe(5);
});

test('an email that the sender stopped itself is queued again', () => {
  const stopped: Outcome = { kind: 'not_sent', stage: 'data', reason: 'stopped' };
  expect(fate(stopped)).toEqual({ state: 'queued', reply: null, send_at: null, tries: 0 });
});
