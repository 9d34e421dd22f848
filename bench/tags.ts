import { atTime } from '../apps/server/src/platform/clock.ts';
import { act, runJob, type Actor } from '../apps/server/seeds/demo/act.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { machineFacts, median, round, writeResults, type Bar } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';

// How long the actions of a tag with 100,000 members take: a run in which a letter is due for everybody, against a bare
// insert of as many log rows; the hourly run after it, in which nothing is due; and the dry run over all of them.
const MEMBERS = 100_000;
const facts = machineFacts();
const bench = await openStaffDatabase(500_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;
const scope = { organizationId, readable: [organizationId] };

const officer = await inTenant(platform.db, scope, 'write', async (tx): Promise<Actor> => {
  const home = await tx.selectFrom('departments').select('id').executeTakeFirstOrThrow();
  const row = await tx
    .insertInto('employees')
    .values({ department_id: home.id, email: 'officer@zavod.test', last_name: 'Офицер', role: 'operator' })
    .returning(['id', 'full_name'])
    .executeTakeFirstOrThrow();
  return { id: row.id, name: row.full_name, role: 'operator', organizationId };
});
const start = new Date('2027-03-01T03:00:00Z');
const tag = await act(platform, officer, 'tags.create', { title: 'Все' });
await owner.query(
  `with people as (
     insert into employees (organization_id, department_id, email, last_name, first_name, is_registered)
     select $1, (select id from departments where organization_id = $1), 'p' || n || '@zavod.test', 'Каримова', 'Нигора', true
     from generate_series(1, $2::int) as n returning id)
   insert into tag_employees (organization_id, tag_id, employee_id, joined_at) select $1, $3, id, $4 from people`,
  [organizationId, MEMBERS, tag.id, start],
);
await owner.query('analyze');
await atTime(start, () =>
  act(platform, officer, 'automation.add-message', {
    tag_id: tag.id,
    theme: 'Добро пожаловать',
    text: 'Здравствуйте.',
  }),
);

const seconds = async (work: () => Promise<unknown>) => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);
const job = (hours: number) =>
  atTime(later(hours), () => runJob(platform, 'automation.run-actions', { organization_id: organizationId }));
const forecast = () => atTime(later(1), () => act(platform, officer, 'automation.forecast', { id: tag.id }));

const dry = [await seconds(forecast), await seconds(forecast), await seconds(forecast)];
const full = await seconds(() => job(2));
const idle = [await seconds(() => job(3)), await seconds(() => job(4)), await seconds(() => job(5))];
const { rows } = await owner.query<{ n: number }>(
  `select count(*)::int as n from tag_action_runs where state = 'done'`,
);
const reference = await seconds(async () => {
  await owner.query('begin');
  await owner.query(
    `insert into tag_action_runs (organization_id, tag_id, action_id, action_type, employee_id, joined_at, due_at, state)
     select organization_id, tag_id, gen_random_uuid(), 'letter', employee_id, joined_at, joined_at, 'done' from tag_employees`,
  );
  await owner.query('rollback');
});

const bars: Bar[] = [
  {
    name: `letters due for ${MEMBERS} members at once`,
    value: round(full),
    unit: 's',
    bar: '≤ 120',
    reached: full <= 120 && rows[0]!.n === MEMBERS,
  },
  {
    name: 'hourly run with nothing due',
    value: round(median(idle)),
    unit: 's',
    bar: '≤ 1',
    reached: median(idle) <= 1,
  },
  { name: 'dry run of 14 days', value: round(median(dry)), unit: 's', bar: '≤ 2', reached: median(dry) <= 2 },
];
writeResults('tags', facts, bars, {
  full,
  idle,
  dry,
  bare_insert: reference,
  ratio: round(full / reference, 1),
  done: rows[0]!.n,
});
await bench.close();
process.exit();
