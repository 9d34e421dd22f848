import { performance } from 'node:perf_hooks';
import { permissionsOf } from '@sergak/contract/access/roles.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import type { SessionState } from '../apps/server/src/platform/context.ts';
import { execute } from '../apps/server/src/platform/http/execute.ts';
import { splitInput } from '../apps/server/src/platform/http/split-input.ts';
import { routes } from '../apps/server/src/app/composition.ts';
import { machineFacts, quantile, round, writeResults } from './lib.ts';
import { openStaffDatabase, type StaffDatabase } from './staff-database.ts';
import { fillTree, LEVELS } from './tree-people.ts';

// The people picker in the organisation tree: 5,000 departments on 6 levels, 100,000 people. A call runs through the
// executor (permission, parse, transaction, checked answer) and is serialised to JSON. It is compared with the same
// question written by hand and run as the owner of the tables, who bypasses the policies.
//   node bench/tree-picker.ts [people] [runs]

const PEOPLE = Number(process.argv[2] ?? 100_000);
const RUNS = Number(process.argv[3] ?? 20);
const living = `e.organization_id = $1 and e.deleted_at is null`;
const byName = `e.full_name collate "ru-RU-x-icu", e.id`;
/** Departments that meet a condition, each with the number of people in it and its descendants. */
const withPeople = (which: string, who = '') => `
  with recursive below as (
    select d.id as top, d.id from departments d where d.organization_id = $1 and ${which}
    union all select b.top, d.id from below b join departments d on d.parent_id = b.id and d.organization_id = $1),
  people as (select e.department_id, count(*) as n from employees e where ${living} ${who} group by 1)
  select d.id, d.title, d.parent_id, sum(p.n) as users_count, exists (select from departments c where c.parent_id = d.id) as open
  from below b join departments d on d.id = b.top left join people p on p.department_id = b.id
  group by d.id order by d.is_default desc, d.title collate "ru-RU-x-icu", d.id`;
const within = `with recursive within as (
  select id from departments where organization_id = $1 and id = any($2)
  union select d.id from departments d join within w on w.id = d.parent_id where d.organization_id = $1)`;
const people = (where: string) => [
  `select e.id, e.full_name, e.position, e.department_id from employees e where ${living} and ${where} order by ${byName} limit 100`,
  `select count(*) from employees e where ${living} and ${where}`,
];

type Case = { name: string; id: keyof typeof endpoints; input: object; byHand: string[]; values?: unknown[] };

const cases = async ({ platform, organizationId }: StaffDatabase): Promise<Case[]> => {
  const ask = async <T extends object>(text: string) => (await platform.db.owner.query<T>(text, [organizationId])).rows;
  const one = async (title: string) =>
    (await ask<{ id: string }>(`select id from departments where organization_id = $1 and title = '${title}'`))[0]!.id;
  const roots = (
    await ask<{ id: string }>('select id from departments where organization_id = $1 and parent_id is null')
  ).map((row) => row.id);
  const [top, middle] = [await one('Дирекция 3'), await one('Отдел 300')];
  const some = (await ask<{ id: string }>(`select e.id from employees e where ${living} order by e.id limit 2000`)).map(
    (row) => row.id,
  );
  const tag = (await ask<{ id: string }>(`select id from tags where organization_id = $1 and type = 'newbie'`))[0]!.id;
  const users = 'departments.users';
  const count = 'departments.users-count';
  const counted = (where: string) => [`${within} select count(*) from employees e where ${living} and ${where}`];
  const inside = 'e.department_id in (select id from within)';
  return [
    { name: 'the top level', id: users, input: {}, byHand: [withPeople('d.parent_id is null')] },
    {
      name: 'the top level, registered people',
      id: users,
      input: { registered_users_only: 'true' },
      byHand: [withPeople('d.parent_id is null', 'and e.is_registered')],
    },
    {
      name: 'inside a directorate',
      id: users,
      input: { parent_id: top },
      values: [top],
      byHand: [withPeople('d.parent_id = $2'), ...people('e.department_id = $2')],
    },
    {
      name: 'inside a department far below',
      id: users,
      input: { parent_id: middle },
      values: [middle],
      byHand: [withPeople('d.parent_id = $2'), ...people('e.department_id = $2')],
    },
    {
      name: 'search: one person',
      id: users,
      input: { search: 'person4711@' },
      values: ['%person4711@%'],
      byHand: [withPeople('lower(d.title) like $2'), ...people('e.search_text like $2')],
    },
    {
      name: 'search: a name of a tenth',
      id: users,
      input: { search: 'каримов' },
      values: ['%каримов%'],
      byHand: [withPeople('lower(d.title) like $2'), ...people('e.search_text like $2')],
    },
    {
      name: 'search: everybody',
      id: users,
      input: { search: 'zavod' },
      values: ['%zavod%'],
      byHand: [withPeople('lower(d.title) like $2'), ...people('e.search_text like $2')],
    },
    {
      name: 'search: 250 departments',
      id: users,
      input: { search: 'служба' },
      values: ['%служба%'],
      byHand: [withPeople('lower(d.title) like $2'), ...people('e.search_text like $2')],
    },
    {
      name: 'search: 2,440 departments',
      id: users,
      input: { search: 'группа' },
      values: ['%группа%'],
      byHand: [withPeople('lower(d.title) like $2'), ...people('e.search_text like $2')],
    },
    { name: 'the whole tree', id: 'departments.tree', input: {}, byHand: [withPeople('true')] },
    { name: 'count: everybody', id: count, input: { department_ids: roots }, values: [roots], byHand: counted(inside) },
    {
      name: 'count: a directorate',
      id: count,
      input: { department_ids: [top] },
      values: [[top]],
      byHand: counted(inside),
    },
    {
      name: 'count: everybody less 2,000',
      id: count,
      input: { department_ids: roots, exclude_user_ids: some },
      values: [roots, some],
      byHand: counted(`${inside} and e.id <> all($3)`),
    },
    {
      name: 'count: everybody less 2,000 and a tag',
      id: count,
      input: { department_ids: roots, exclude_user_ids: some, excluded_tags: [tag] },
      values: [roots, some, tag],
      byHand: counted(
        `${inside} and e.id <> all($3) and not exists (select from tag_employees t where t.organization_id = $1 and t.employee_id = e.id and t.tag_id = $4)`,
      ),
    },
    {
      name: 'count: a directorate and 2,000 people',
      id: count,
      input: { department_ids: [top], user_ids: some },
      values: [[top], some],
      byHand: counted(`(${inside} or e.id = any($3))`),
    },
  ];
};

const session = (organizationId: string): SessionState => ({
  tokenHash: Buffer.alloc(32),
  step: 'ready',
  viewer: {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Каримова Нигора',
    role: 'operator',
    permissions: permissionsOf('operator'),
    homeOrganizationId: organizationId,
    scope: { organizationId, readable: [organizationId] },
    language: 'ru',
    timeZone: 'Asia/Tashkent',
  },
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const measure = async ({ platform, organizationId }: StaffDatabase, one: Case) => {
  const route = routes.find((route) => route.id === one.id)!;
  const call = {
    platform,
    route,
    session: session(organizationId),
    request: { id: 'bench', address: '127.0.0.1', userAgent: 'bench' },
    cookie: { set() {}, clear() {} },
    uploads: {},
    idempotencyKey: null,
  };
  const ours: number[] = [];
  const byHand: number[] = [];
  let bytes = 0;
  for (let run = -3; run < RUNS; run++) {
    const mine = await timed(async () => {
      bytes = JSON.stringify(
        await execute(call, splitInput(endpoints[one.id], one.input as Record<string, unknown>)),
      ).length;
    });
    const theirs = await timed(async () => {
      for (const text of one.byHand) await platform.db.owner.query(text, [organizationId, ...(one.values ?? [])]);
    });
    if (run < 0) continue;
    ours.push(mine);
    byHand.push(theirs);
  }
  const [p50, reference] = [quantile(ours, 0.5), quantile(byHand, 0.5)];
  return {
    name: one.name,
    call: one.id,
    kilobytes: round(bytes / 1_000, 1),
    p50_ms: round(p50, 1),
    p95_ms: round(quantile(ours, 0.95), 1),
    by_hand_p50_ms: round(reference, 1),
    ratio: round(p50 / reference),
  };
};

const facts = machineFacts();
const base = await openStaffDatabase(PEOPLE * 2);
try {
  await fillTree(base, PEOPLE);
  const figures = [];
  for (const one of await cases(base)) figures.push(await measure(base, one));
  writeResults(
    'tree-picker',
    facts,
    figures.flatMap((one) => [
      { name: `${one.name}: p95`, value: one.p95_ms, unit: 'ms', bar: '< 100', reached: one.p95_ms < 100 },
      {
        name: `${one.name}: median : by hand without row-level security`,
        value: one.ratio,
        unit: '×',
        bar: '≤ 2',
        reached: one.ratio <= 2,
        note: `${one.p50_ms} against ${one.by_hand_p50_ms} ms, ${one.kilobytes} kB`,
      },
    ]),
    {
      departments: LEVELS.reduce((a, b) => a + b, 1),
      levels: LEVELS.length,
      people: PEOPLE,
      runs: RUNS,
      cases: figures,
    },
  );
} finally {
  await base.close();
}
