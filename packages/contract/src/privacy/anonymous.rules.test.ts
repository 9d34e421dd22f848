import { expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints } from '../endpoints.ts';
import type { Endpoint } from '../endpoint.ts';
import { asksForResults, sortsByResults } from './anonymous.rules.ts';
import { resultFields, type ResultFields, type ResultContent, shownOf } from './results.rules.ts';

const all = Object.entries(endpoints as Readonly<Record<string, Endpoint>>);

const listed = (shown: ResultContent) => all.filter(([, e]) => shownOf(e) === shown).map(([id]) => id);

test('calls that read results show no others than the marked ones, or say that they have none', () => {
  const unmarked = all.filter(([, e]) => shownOf(e) === 'rejected' && shownOf({ ...e, results: 'none' }) === 'free');
  expect(unmarked.map(([id]) => id)).toEqual([]);
  const marked = all.filter(([, e]) => e.results === 'none' && resultFields(e.response).size > 0);
  expect(marked.map(([id]) => id)).toEqual([]);
});

/** Names of all marked fields of the contract. */
const names = new Set<string>();
const addNames = (fields: ResultFields): void => {
  for (const [name, mark] of fields) {
    if (typeof mark === 'object') addNames(mark);
    else if (mark === true) names.add(name);
  }
};
for (const [, e] of all) addNames(resultFields(e.response));

/** Places of fields with these names, and of funnels, that no mark covers. */
const unmarkedIn = (schema: z.core.$ZodType, fields: ResultFields, path = '', outer: unknown[] = []): string[] => {
  const def = schema._zod.def as Inner;
  if (outer.includes(schema)) return [];
  const around = [...outer, schema];
  const inner = [def.innerType, def.element, def.out, ...(def.options ?? [])].filter((one) => one !== undefined);
  const isFunnel = def.shape !== undefined && ['sent', 'clicked', 'opened'].every((name) => name in def.shape!);
  return [
    ...(isFunnel ? [`${path}: funnel`] : []),
    ...Object.entries(def.shape ?? {}).flatMap(([name, child]) => {
      const mark = fields.get(name);
      if (mark === true || mark === 'total') return [];
      const found = names.has(name) ? [`${path}.${name}`] : [];
      return [...found, ...unmarkedIn(child, mark ?? new Map(), `${path}.${name}`, around)];
    }),
    ...inner.flatMap((one) => unmarkedIn(one, fields, path, around)),
  ];
};
type Inner = {
  shape?: Record<string, z.core.$ZodType>;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
};

test('a field that is a result in one response is marked in each', () => {
  expect([...names].toSorted()).toEqual(
    [
      'fell',
      'incident_risk',
      'opened_by',
      'phishing_indicator',
      'email_result',
      'risk_level',
      'simulations',
      'traces',
    ].toSorted(),
  );
  const shown = all.filter(([, e]) => e.response !== 'file' && ['free', 'totals'].includes(shownOf(e)));
  const found = shown.flatMap(([id, e]) => unmarkedIn(e.response as z.ZodType, resultFields(e.response), id));
  // Sums of final totals of whole campaigns, in the period in which they became final.
  expect(found.filter((place) => !place.startsWith('statistics.phishing'))).toEqual([]);
});

test('results of persons are rejected, and what is about the caller alone is no call of administrators', () => {
  expect(listed('rejected')).toEqual(
    expect.arrayContaining(['campaigns.users', 'statistics.users', 'statistics.heat-map', 'reports.make-phishing']),
  );
  expect(listed('own').filter((id) => id.startsWith('employees.') || id.startsWith('campaigns.users'))).toEqual([]);
  expect(listed('totals')).toEqual(expect.arrayContaining(['campaigns.get', 'employees.list', 'departments.stat']));
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
])('other inputs are not rejected: %j', (input) => {
  expect(asksForResults(input)).toBe(false);
});

test('an order by results shows who has the worst', () => {
  expect(sortsByResults({ sort_by: 'RISK_LEVEL' })).toBe(true);
  expect(sortsByResults({ sort: 'success' })).toBe(true);
  expect(sortsByResults({ sort_by: 'NAME' })).toBe(false);
});
