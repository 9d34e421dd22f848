import { performance } from 'node:perf_hooks';
import { listStats } from '../apps/server/src/modules/departments/departments.query.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { machineFacts, quantile, round, writeResults } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';
import { fillStaff } from './staff-people.ts';

// Time for the figures of departments at each level, with 100,000 people and 24 simulations to everyone.

const PEOPLE = Number(process.argv[2] ?? 100_000);
const RUNS = Number(process.argv[3] ?? 20);

const facts = machineFacts();
const base = await openStaffDatabase(PEOPLE * 2);
try {
  await fillStaff(base, PEOPLE);
  const { platform, organizationId } = base;
  const scope = { organizationId, readable: [organizationId] };
  const one = async (title: string): Promise<string> =>
    (await platform.db.owner.query<{ id: string }>('select id from departments where title = $1 limit 1', [title]))
      .rows[0]!.id;
  const cases = [
    { name: 'top level' },
    { name: 'inside one of twelve', parent_id: await one('Дирекция 3') },
    { name: 'inside one of sixty', parent_id: await one('Служба 2') },
    { name: 'inside a leaf', parent_id: await one('Отдел 1') },
  ];
  const figures = [];
  for (const { name, ...options } of cases) {
    const times: number[] = [];
    for (let run = -2; run < RUNS; run++) {
      const from = performance.now();
      await inTenant(platform.db, scope, 'read', (tx) =>
        listStats(tx, { ...options, sort_by: 'RISK_LEVEL', sort_order: 'desc', limit: 20, offset: 0 }),
      );
      if (run >= 0) times.push(performance.now() - from);
    }
    figures.push({ name, p50_ms: round(quantile(times, 0.5), 1), p95_ms: round(quantile(times, 0.95), 1) });
    console.log(figures.at(-1));
  }
  const bars = figures.map(({ name, p95_ms }) => ({
    name: `${name}: p95`,
    value: p95_ms,
    unit: 'ms',
    bar: '< 100',
    reached: p95_ms < 100,
  }));
  writeResults('departments', facts, bars, { people: PEOPLE, runs: RUNS, cases: figures });
} finally {
  await base.close();
}
