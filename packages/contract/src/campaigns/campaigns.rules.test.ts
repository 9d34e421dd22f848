import { expect, test } from 'vitest';
import { endOf, hasBegun, incidentRisk, recipientStatus, spreadEmails } from './campaigns.rules.ts';

/** A small seeded generator, so that a failure can be repeated. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}`);
const counts = (chosen: Map<string, string>) => {
  const found: Record<string, number> = {};
  for (const email of chosen.values()) found[email] = (found[email] ?? 0) + 1;
  return found;
};

test('emails are spread evenly and at random', () => {
  const first = spreadEmails(people(1000), ['a', 'b', 'c'], new Map(), seeded(1));
  expect(Object.values(counts(first)).toSorted((a, b) => a - b)).toEqual([333, 333, 334]);
  const second = spreadEmails(people(1000), ['a', 'b', 'c'], new Map(), seeded(2));
  expect([...first].some(([person, email]) => second.get(person) !== email)).toBe(true);
});

test('people get an email that they had before only if no other email is left', () => {
  const had = new Map([
    ...people(300).map((p) => [p, new Set(['a'])] as const),
    ['p299', new Set(['a', 'b', 'c'])] as const,
  ]);
  const chosen = spreadEmails(people(600), ['a', 'b', 'c'], had, seeded(3));
  expect(people(299).some((p) => chosen.get(p) === 'a')).toBe(false);
  expect(chosen.size).toBe(600);
  expect(counts(chosen)).toEqual({ a: 200, b: 200, c: 200 });
});

test('incident risk and statuses of recipients', () => {
  expect(recipientStatus(0, 'sent')).toBe('sent');
  expect(recipientStatus(0, 'failed')).toBe('unknown');
  expect(recipientStatus(2, 'unknown')).toBe('clicked');
  expect(incidentRisk(1, 3)).toBeCloseTo(33.333, 3);
  expect(incidentRisk(0, 0)).toBe(0);
});

test('a campaign ends at its planned end, or earlier if a person stops it; the sweep that closes it late does not change the day', () => {
  const end_at = '2026-11-07T18:59:00.000Z';
  expect(endOf({ end_at, completed_at: null })).toBe(end_at);
  expect(endOf({ end_at, completed_at: '2026-11-07T19:01:30.000Z' })).toBe(end_at);
  expect(endOf({ end_at, completed_at: '2026-11-05T09:00:00.000Z' })).toBe('2026-11-05T09:00:00.000Z');
});

test('a campaign has figures once an email is sent, or once an email of unknown fate causes an event', () => {
  expect(hasBegun({ sent: 0, opened: 0, reported: 0 })).toBe(false);
  expect(hasBegun({ sent: 1, opened: 0, reported: 0 })).toBe(true);
  expect(hasBegun({ sent: 0, opened: 1, reported: 0 })).toBe(true);
});
