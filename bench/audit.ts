import { act } from '../apps/server/seeds/demo/act.ts';
import { machineFacts, median, round, writeResults, type Bar } from './lib.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// Time for a page of the audit log with 100,000 entries in an organisation of 100,000 people: unfiltered and with
// many kinds of searches. Thirty of the entries are bulk actions on up to 50,000 people, who are found in them by
// name.
const [PEOPLE, LINES] = [100_000, 100_000];
const facts = machineFacts();
const bench = await openStaffDatabase(500_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;

const officer = await addOfficer(bench, 'Рахимов', 'super_user');
await owner.query(
  `insert into employees (organization_id, department_id, email, last_name, first_name)
   select $1, (select id from departments where organization_id = $1 limit 1), 'p' || n || '@zavod.test',
     case when n % 1000 = 0 then 'Шахрисабзов' else 'Каримова' end, 'Нигора' || n
   from generate_series(1, $2::int) as n`,
  [organizationId, PEOPLE],
);
await owner.query(
  `with people as (select id, full_name, row_number() over (order by email) as n from employees where organization_id = $1)
   insert into audit_log (organization_id, actor_id, actor_name, action, target_kind, target_id, changes)
   select $1, a.id, a.full_name, (array['employee.changed', 'session.signed_in', 'tag.changed', 'employee.added'])[1 + s % 4], 'employee', p.id,
     '[{"field": "position", "before": "Химик", "after": "Логист"}]'
   from generate_series(1, $2::int) s join people p on p.n = 1 + (s * 7919) % $3 join people a on a.n = 1 + (s * 31) % 5000`,
  [organizationId, LINES, PEOPLE],
);
for (let n = 0; n < 30; n += 1)
  await owner.query(
    `insert into audit_log (organization_id, actor_name, action, target_kind, details) select $1, 'Рахимов', 'bulk.ended', 'employee',
       jsonb_build_object('people', (select jsonb_agg(id) from (select id from employees where organization_id = $1 order by email offset $2 limit $3) e))`,
    [organizationId, n * 2_000, n < 3 ? 50_000 : 2_000],
  );
await owner.query('vacuum analyze');

const seconds = async (work: () => Promise<unknown>) => {
  const since = performance.now();
  await work();
  return performance.now() - since;
};
const searches = [
  '',
  'рахимов',
  'шахрисабзов',
  'p5000@zavod.test',
  'изменение',
  'каримова нигора77',
  'каримова',
  'zzz',
];
const figures: Record<string, { ms: number; lines: number }> = {};
for (const search of searches) {
  const ask = () => act(platform, officer, 'audit.list', { search, limit: 20 });
  const { total_count } = await ask();
  const times: number[] = [];
  for (let n = 0; n < 7; n += 1) times.push(await seconds(ask));
  figures[search] = { ms: round(median(times), 0), lines: total_count };
}
const bars: Bar[] = searches.map((search) => ({
  name: `page of ${LINES} lines, search «${search}»`,
  value: figures[search]!.ms,
  unit: 'ms',
  bar: '≤ 100',
  reached: figures[search]!.ms <= 100,
}));
writeResults('audit', facts, bars, figures);
await bench.close();
