import { expect, test } from 'vitest';
import { faultsOf, rulesIn } from './check-glossary.ts';
import { read } from './source-files.ts';

const rules = rulesIn(read('docs/glossary.md'));
const words = (file: string, text: string): string[] =>
  faultsOf(rules, file, text).map((fault) => /“(.+?)”/.exec(fault)![1]!);

test('each row of the glossary names a word and what it replaces', () => {
  expect(rules.length).toBeGreaterThanOrEqual(6);
  for (const rule of rules) expect([rule.say.length, rule.never.length]).not.toContain(0);
});

test.each([
  ['an identifier', 'apps/server/src/a.service.ts', 'const refusedRows = rows;', 'refus'],
  ['a job payload', 'apps/server/src/job-table.ts', '{ event_id: z.uuid() }', 'event_id'],
  ['an error code', 'packages/contract/src/errors.ts', "'file.type_refused': 422,", 'refus'],
  ['an endpoint', 'packages/contract/src/a.endpoints.ts', "'events.get': {", "'events.get'"],
  ['a locale key', 'locales/en/campaigns.json', '"mailing": "Campaign"', 'mailing'],
  ['a text', 'locales/ru/phishing.json', '"title": "Сценарии"', 'Сценари'],
  ['a class of CSS', 'apps/web/src/features/tags/tags.module.css', '.mailings { padding: 0; }', 'mailing'],
  ['a test title', 'apps/server/src/a.test.ts', "test('an officer signs in', () => {", 'officer'],
  ['prose', 'docs/a.md', 'Only people at a confirmed domain.', 'confirmed domain'],
  [
    'a column',
    'apps/server/schema.sql',
    'create table organization_domains (\n  confirmed_at timestamptz\n);',
    'organization_domains.confirmed_at',
  ],
  ['a file name', 'apps/web/src/features/phishing/scenarios.module.css', '', 'scenario'],
])('a replaced word is found in %s', (_, file, text, word) => {
  expect(words(file, text)).toEqual([word]);
});

test.each([
  ['apps/server/src/platform/outgoing.ts', "if (code === 'ECONNREFUSED') return 'connection_refused';"],
  ['packages/embedded-postgres/src/account.ts', 'PostgreSQL refuses to run as root'],
  ['e2e/steps/prepare.ts', 'const { event_id } = read;'],
  ['apps/server/src/modules/tracking/listener.ts', 'const id = newEventId(at, kind);'],
  ['apps/server/schema.sql', 'create table authenticators (\n  confirmed_at timestamptz\n);'],
  ['content/courses/a/course.json', 'The mailing of an officer'],
])('a word with another meaning stays: %s', (file, text) => {
  expect(words(file, text)).toEqual([]);
});
