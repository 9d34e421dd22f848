import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { roles } from '@sergak/contract/access/roles.ts';
import { campaignStatuses, eventKinds } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { importResult } from '@sergak/contract/employees/imports.schema.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { bulkKinds } from '@sergak/contract/tasks/bulk.schema.ts';
import { reportCategories } from '@sergak/contract/reports/reports.rules.ts';
import { mailSecurity } from '@sergak/contract/settings/settings.schema.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';

// What the server tells the action log is read from its sources: a field without words in three languages fails here.

const root = join(fileURLToPath(import.meta.url), '../../../../../..');
type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Schema = { def: unknown };
type Property = Node & { key: { name?: string; value?: string }; value: Node };

/** Endpoints whose handlers log what changed of their body; the file must be named here, or the test fails. */
const bodies: Readonly<Record<string, readonly (keyof typeof endpoints)[]>> = {
  'campaigns/changes.service.ts': ['campaigns.update'],
  'departments/departments.service.ts': ['departments.update'],
  'employees/employees.service.ts': ['employees.update'],
  'learning/assignments.service.ts': ['learning.update'],
  'library/library.service.ts': ['library.update-course'],
  'automation/actions.service.ts: ...changes': ['automation.update-message', 'automation.set-courses'],
  'organizations/children.service.ts': ['organizations.save-child'],
  'organizations/reminders.service.ts': ['organizations.set-reminders'],
  'organizations/settings.service.ts': ['organizations.save'],
  'phishing/emails.service.ts': ['phishing.email-update', 'phishing.page-update'],
  'phishing/redirect-pages.service.ts': ['phishing.redirect-page-update'],
  'phishing/templates.service.ts': ['phishing.template-update'],
  'tags/tags.service.ts': ['tags.update'],
};
/** Places that log something else than a body, with the names they log. */
const others: Readonly<Record<string, readonly string[]>> = {
  'audit/export.service.ts: ...filter': ['search', 'action', 'actor_id', 'from', 'to'],
  'automation/automation.service.ts: ...(logged.changes as object)': ['title', 'life_days'],
  'automation/automation.service.ts: ...(reset > 0 ? { reset } : {})': ['reset'],
  'campaigns/approval/decision.service.ts: ...(note ? { note: [null, note] } : {})': ['note'],
  'employees/import-apply.service.ts: ...result': Object.keys(importResult.shape),
  'learning/assign.service.ts: ...whom(outcome, people.length)': ['people', 'ordered'],
  'learning/people.service.ts: ...whom(outcome, people.length)': ['people', 'ordered'],
  'organizations/logo.service.ts: [`logo_${kind}`]: [earlier, fileId]': ['logo_light', 'logo_dark'],
  'organizations/licence.service.ts': ['users_limit', 'licence_end'],
  'organizations/removal.service.ts': ['title', 'users_limit'],
  'scim/scim.service.ts': ['title', 'people', 'people_added', 'people_removed'],
  'session/switch.service.ts': ['organization'],
  'tags/bulk.service.ts': ['title', 'people', 'ordered'],
  'tags/members-file.service.ts: ...log': ['title', 'people', 'ordered'],
  'automation/actions.service.ts: ...(delay.changes as object)': [],
  'automation/actions.service.ts: ...(emails.changes as object)': [],
  'automation/save.service.ts: ...(added.length > 0 ? { actions_added: added } : {})': [
    'actions_added',
    'type',
    'theme',
  ],
  'automation/save.service.ts: ...(changed.length > 0 ? { actions_changed: changed } : {})': ['actions_changed'],
  'automation/save.service.ts: ...(removed.length > 0 ? { actions_removed: removed } : {})': [
    'actions_removed',
    'titles',
  ],
  'automation/save.service.ts: ...rules': [],
  'employees/employees.service.ts: ...log': ['tags'],
};
/** A body field that goes into the log under the name of its column. */
const renamed: Readonly<Record<string, string>> = {
  parent_department_uuid: 'parent_id',
  course_ids: 'courses',
  registration_link_time: 'registration_link_hour',
};
const unlogged = new Set(['id', 'version']);

const shapeOf = (id: keyof typeof endpoints): Record<string, Schema> =>
  (endpoints[id] as unknown as { body: { shape: Record<string, Schema> } }).body.shape;
const optionsOf = (type: Schema): readonly string[] => {
  const def = type.def as unknown as { innerType?: Schema; entries?: Record<string, string> };
  return def.entries ? Object.values(def.entries) : def.innerType ? optionsOf(def.innerType) : [];
};

const fields = new Set<string>();
const dynamic = new Set<string>();
const actions = new Set<string>();

const take = (node: Node, file: string, source: string): void => {
  if (node.type === 'ConditionalExpression') {
    take(node['consequent'] as Node, file, source);
    take(node['alternate'] as Node, file, source);
  } else if (node.type === 'ObjectExpression') {
    for (const one of node['properties'] as Property[])
      if (one.type === 'SpreadElement' || one['computed'] === true)
        dynamic.add(`${file}: ${source.slice(one.start, one.end)}`);
      else fields.add(one.key.name ?? one.key.value!);
  } else dynamic.add(file);
};
const walk = (node: unknown, file: string, source: string): void => {
  if (Array.isArray(node)) for (const one of node) walk(one, file, source);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  const found = node as Node & { callee?: { name?: string }; arguments?: Node[] };
  if (found.type === 'NewExpression' && found.callee?.name === 'Logged' && found.arguments?.[2])
    take(found.arguments[2], file, source);
  if (found.type === 'CallExpression' && found.callee?.name === 'writeAudit')
    for (const one of (found.arguments?.[1]?.['properties'] ?? []) as Property[]) {
      if (one.key?.name === 'changes') take(one.value, file, source);
      if (one.key?.name === 'action' && one.value.type === 'Literal') actions.add(String(one.value['value']));
    }
  for (const value of Object.values(found)) walk(value, file, source);
};

const server = join(root, 'apps/server/src');
for (const name of globSync(['modules/**/*.ts', 'platform/*.ts'], { cwd: server })) {
  const source = readFileSync(join(server, name), 'utf8');
  if (name.endsWith('.test.ts') || !/new Logged\(|writeAudit\(/.test(source)) continue;
  walk(parseSync(name, source).program, name.replaceAll('\\', '/').replace(/^modules\//, ''), source);
}

test('every place that logs the changed fields of a body is known', () => {
  expect(fields.size).toBeGreaterThan(30);
  expect([...dynamic].sort()).toEqual([...Object.keys(bodies), ...Object.keys(others)].sort());
});

const logged = [
  ...fields,
  ...Object.values(others).flat(),
  ...Object.values(bodies).flatMap((ids) => ids.flatMap((id) => Object.keys(shapeOf(id)))),
]
  .filter((field) => !unlogged.has(field))
  .map((field) => renamed[field] ?? field);

const chosen: Record<string, readonly string[]> = {
  role: roles,
  status: campaignStatuses,
  event: eventKinds,
  result: ['0', '1', '2', '3', '4'],
  category: reportCategories,
  security: mailSecurity.options,
  work: bulkKinds,
  outcome: ['done', 'cancelled', 'failed'],
};
for (const ids of Object.values(bodies))
  for (const id of ids)
    for (const [field, type] of Object.entries(shapeOf(id)))
      if (optionsOf(type).length > 0) chosen[field] = optionsOf(type);

test.each(languages)('each logged field and each chosen value has words: %s', (language) => {
  const texts = readLocales(language).get('admin__audit')!;
  const missing = (key: string): boolean => !texts.get(key)?.trim();
  expect([...new Set(logged)].map((field) => `field.${field}`).filter(missing)).toEqual([]);
  const values = Object.entries(chosen).flatMap(([field, all]) => all.map((one) => `value.${field}.${one}`));
  expect(values.length).toBeGreaterThan(30);
  expect(values.filter(missing)).toEqual([]);
  expect([...actions].filter((action) => missing(`action.${action}`))).toEqual([]);
});
