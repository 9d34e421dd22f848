import { performance } from 'node:perf_hooks';
import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeFilter, SortKey } from '@sergak/contract/employees/employees.schema.ts';
import { findPage } from '../apps/server/src/modules/employees/employees.query.ts';
import { inTenant, type Tx } from '../apps/server/src/platform/db.ts';
import { machineFacts, quantile, round, writeResults, type Bar } from './lib.ts';
import { openStaffDatabase, type StaffDatabase } from './staff-database.ts';
import { fillStaff } from './staff-people.ts';
import { askByHand } from './staff-reference.ts';
import { unlimited } from './staff-unlimited.ts';

// The staff list with 100,000 people under row-level security, compared with the same statements without it and with
// the same question written by hand; both run as the owner of the tables, who bypasses the policies. A call is the
// whole page: people, departments, tags, count, sorted by risk in descending order like the page. The filters cover
// six courses and 24 simulations to everyone.

const PEOPLE = Number(process.argv[2] ?? 100_000);
const RUNS = Number(process.argv[3] ?? 20);

const groups = ['sort', 'filter', 'search', 'several'] as const;
type Group = (typeof groups)[number];
type Case = {
  group: Group;
  name: string;
  filter?: Partial<EmployeeFilter>;
  sort?: SortKey;
  order?: 'asc' | 'desc';
  offset?: number;
};

const cases = async ({ platform, organizationId }: StaffDatabase): Promise<Case[]> => {
  const first = async (query: string): Promise<string> =>
    (await platform.db.owner.query<{ id: string }>(query, [organizationId])).rows[0]!.id;
  const department = await first(`select id from departments where organization_id = $1 and title = 'Дирекция 3'`);
  const tag = await first(`select id from tags where organization_id = $1 and type = 'newbie'`);
  const course = await first('select id from courses where organization_id = $1 order by title');
  const campaign = await first('select id from campaigns where organization_id = $1 order by start_at desc limit 1');
  return [
    { group: 'sort', name: 'as the page opens' },
    { group: 'sort', name: 'by name', sort: 'NAME', order: 'asc' },
    { group: 'sort', name: 'by name, last page', sort: 'NAME', order: 'asc', offset: PEOPLE - 20 },
    { group: 'sort', name: 'by name, downwards', sort: 'NAME' },
    ...(['DEPARTMENT', 'POSITION', 'RISK_LEVEL', 'PROGRESS', 'PHISHING_INDICATOR'] as const).flatMap((sort) => [
      { group: 'sort' as const, name: `by ${sort}`, sort, order: 'asc' as const },
      { group: 'sort' as const, name: `by ${sort}, downwards`, sort, order: 'desc' as const },
    ]),
    { group: 'search', name: 'search: one person', filter: { search: 'person4711@' } },
    { group: 'search', name: 'search: a common word', filter: { search: 'каримов' } },
    { group: 'search', name: 'search: two words', filter: { search: 'каримов тимур' } },
    { group: 'search', name: 'search: everybody', filter: { search: 'zavod' } },
    { group: 'filter', name: 'departments', filter: { departments: [department] } },
    { group: 'filter', name: 'role', filter: { role: ['operator'] } },
    { group: 'filter', name: 'role of nearly all', filter: { role: ['employee'] } },
    { group: 'filter', name: 'tags', filter: { tags: [tag] } },
    { group: 'filter', name: 'risk 7 to 10', filter: { riskLevelMin: 7 } },
    { group: 'filter', name: 'risk 7 to 10, by name', filter: { riskLevelMin: 7 }, sort: 'NAME', order: 'asc' },
    ...(['sent', 'opened', 'clicked', 'entered_data'] as const).map((event) => ({
      group: 'filter' as const,
      name: `event ${event}`,
      filter: { phishing_events: [event] },
    })),
    {
      group: 'several',
      name: 'an event in a campaign',
      filter: { phishing: [campaign], phishing_events: ['entered_data'] },
    },
    { group: 'filter', name: 'in phishing', filter: { phishing: [campaign] } },
    { group: 'filter', name: 'learning BEHIND', filter: { learning: ['BEHIND'] } },
    { group: 'filter', name: 'learning NORMAL', filter: { learning: ['NORMAL'] } },
    { group: 'filter', name: 'course', filter: { courses: [course] } },
    { group: 'filter', name: 'course progress', filter: { courseProgress: ['COMPLETED'] } },
    { group: 'filter', name: 'without course', filter: { courseProgress: ['WITHOUT_COURSE'] } },
    {
      group: 'several',
      name: 'ten conditions',
      filter: {
        tags: [tag],
        search: 'каримов',
        departments: [department],
        role: ['employee'],
        riskLevelMin: 1,
        riskLevelMax: 9,
        phishing_events: ['clicked', 'opened'],
        phishing: [campaign],
        learning: ['NORMAL'],
        courses: [course],
        courseProgress: ['COMPLETED', 'NOT_COMPLETED'],
      },
    },
    {
      group: 'several',
      name: 'department, events and learning',
      filter: { departments: [department], phishing_events: ['clicked'], learning: ['BEHIND'] },
    },
    {
      group: 'several',
      name: 'a tag and a common search',
      filter: { tags: [tag], search: 'zavod' },
    },
    {
      group: 'several',
      name: 'events, learning and course progress of all',
      filter: { phishing_events: ['clicked'], learning: ['NORMAL'], courseProgress: ['COMPLETED', 'NOT_COMPLETED'] },
    },
  ];
};

type Figures = {
  name: string;
  found: number;
  p50_ms: number;
  p95_ms: number;
  without_rls_p50_ms: number;
  to_without_rls: number;
  by_hand_p50_ms: number;
  to_by_hand: number;
};

const measure = async (base: StaffDatabase, one: Case): Promise<Figures> => {
  const { platform, organizationId } = base;
  const scope = { organizationId, readable: [organizationId] };
  const filter = { ...emptyFilter, ...one.filter };
  const question = {
    filter,
    sort: one.sort ?? 'RISK_LEVEL',
    order: one.order ?? 'desc',
    offset: one.offset ?? 0,
  } as const;
  const ask = async (tx: Tx) => (await findPage(tx, filter, { ...question, limit: 20 })).total_count;
  const free = unlimited(base);
  const ways = [
    () => inTenant(platform.db, scope, 'read', ask),
    () => free(ask),
    () => askByHand(platform.db.owner, organizationId, question),
  ];
  const times: number[][] = ways.map(() => []);
  const found: number[] = [];
  for (let run = -3; run < RUNS; run++)
    for (const [way, work] of ways.entries()) {
      const from = performance.now();
      found[way] = await work();
      if (run >= 0) times[way]!.push(performance.now() - from);
    }
  if (new Set(found).size > 1) throw new Error(`${one.name}: ${found.join(', ')} people found`);
  const [p50, without, byHand] = times.map((of) => quantile(of, 0.5)) as [number, number, number];
  return {
    name: one.name,
    found: found[0]!,
    p50_ms: round(p50, 1),
    p95_ms: round(quantile(times[0]!, 0.95), 1),
    without_rls_p50_ms: round(without, 1),
    to_without_rls: round(p50 / without),
    by_hand_p50_ms: round(byHand, 1),
    to_by_hand: round(p50 / byHand),
  };
};

const facts = machineFacts();
const base = await openStaffDatabase(PEOPLE * 2);
try {
  await fillStaff(base, PEOPLE);
  const figures: (Figures & { group: Group })[] = [];
  for (const one of await cases(base)) {
    const measured = await measure(base, one);
    figures.push({ group: one.group, ...measured });
    console.log(
      `${measured.name.padEnd(34)} p50 ${measured.p50_ms} ms, p95 ${measured.p95_ms} ms, without RLS ${measured.without_rls_p50_ms} ms (${measured.to_without_rls} ×), by hand ${measured.by_hand_p50_ms} ms (${measured.to_by_hand} ×), found ${measured.found}`,
    );
  }
  const bars = groups.flatMap((group): Bar[] => {
    const own = figures.filter((one) => one.group === group);
    const slowest = own.reduce((a, b) => (b.p95_ms > a.p95_ms ? b : a));
    const worstOf = (ratio: 'to_without_rls' | 'to_by_hand') => own.reduce((a, b) => (b[ratio] > a[ratio] ? b : a));
    const [rls, hand] = [worstOf('to_without_rls'), worstOf('to_by_hand')];
    return [
      {
        name: `${group}: p95`,
        value: slowest.p95_ms,
        unit: 'ms',
        bar: '< 100',
        reached: slowest.p95_ms < 100,
        note: slowest.name,
      },
      {
        name: `${group}: median : the same without row-level security`,
        value: rls.to_without_rls,
        unit: '×',
        bar: '≤ 1.5',
        reached: rls.to_without_rls <= 1.5,
        note: `${rls.name}: ${rls.p50_ms} against ${rls.without_rls_p50_ms} ms`,
      },
      {
        name: `${group}: median : by hand`,
        value: hand.to_by_hand,
        unit: '×',
        bar: '≤ 2',
        reached: hand.to_by_hand <= 2,
        note: `${hand.name}: ${hand.p50_ms} against ${hand.by_hand_p50_ms} ms`,
      },
    ];
  });
  writeResults('staff-list', facts, bars, { people: PEOPLE, runs: RUNS, cases: figures });
} finally {
  await base.close();
}
