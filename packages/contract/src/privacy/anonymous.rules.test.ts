import { expect, test } from 'vitest';
import { endpoints } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { asksForResults, classifiedCalls, shownBy, sortsByResults } from './anonymous.rules.ts';

const all = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);

test('every call of the contract is classified, and no other', () => {
  expect(all.map(([id]) => id).filter((id) => shownBy(id) === undefined)).toEqual([]);
  expect(classifiedCalls.filter((id) => !(id in endpoints))).toEqual([]);
});

test('a call about the caller alone cannot read another person', () => {
  const own = all.filter(([id]) => shownBy(id) === 'own');
  expect(own.filter(([, e]) => e.permission.startsWith('admin')).map(([id]) => id)).toEqual([]);
});

test('only the list of organisations reads a subtree', () => {
  expect(all.filter(([, e]) => e.tenant === 'subtree').map(([id]) => id)).toEqual(['organizations.children']);
});

test.each([
  { filter: { phishing_events: ['clicked'] } },
  { selection: { all: true, filter: { riskLevelMin: 7, riskLevelMax: 10 } } },
  { filter: { riskLevelMin: 0, riskLevelMax: 3 } },
  { risk_level_from: 1 },
  { risk_level_to: 9 },
  { phishing_events: ['reported'], search: '' },
  { hasAutoCourse: true },
  { same_people: { campaign_id: 'a', reach: 'clicked' } },
  { post_campaign: { post_campaign_targets: 'clicked' } },
  { oses: ['Windows XP'] },
])('a selection by results is recognised: %j', (input) => {
  expect(asksForResults(input)).toBe(true);
});

test.each([
  { filter: { phishing_events: [], riskLevelMin: 0, riskLevelMax: 10, departments: ['a'] } },
  { risk_level_from: 0, risk_level_to: 10 },
  { same_people: { campaign_id: 'a', reach: null }, hasAutoCourse: false },
  { same_people: null, post_campaign: null },
])('other inputs are not refused: %j', (input) => {
  expect(asksForResults(input)).toBe(false);
});

test('an order by results shows who has the worst', () => {
  expect(sortsByResults({ sort_by: 'RISK_LEVEL' })).toBe(true);
  expect(sortsByResults({ sort: 'success' })).toBe(true);
  expect(sortsByResults({ sort_by: 'NAME' })).toBe(false);
});
