import { atTime } from '../apps/server/src/platform/clock.ts';
import { act, runJob } from '../apps/server/seeds/demo/act.ts';
import { machineFacts, median, round, writeResults, type Bar } from './lib.ts';
import { emails } from '../apps/server/test/make/phishing.ts';
import { addOfficer, openStaffDatabase } from './staff-database.ts';

// Time of the actions of a tag with 100,000 members: a run with an email due for everyone, compared with a bare
// insert of as many log rows; the hourly run after it, with nothing due, and while everyone waits for another day;
// and the dry run over everyone with two simulations each that must be seven days apart.
const MEMBERS = 100_000;
const facts = machineFacts();
const bench = await openStaffDatabase(500_000);
const { platform, organizationId } = bench;
const { owner } = platform.db;

const officer = await addOfficer(bench, 'Офицер', 'operator');
const start = new Date('2027-03-01T03:00:00Z');
const tag = await act(platform, officer, 'tags.create', { title: 'Все' });
const other = await act(platform, officer, 'tags.create', { title: 'И эти' });
await owner.query(
  `with people as (
     insert into employees (organization_id, department_id, email, last_name, first_name, is_registered)
     select $1, (select id from departments where organization_id = $1), 'p' || n || '@zavod.test', 'Каримова', 'Нигора', true
     from generate_series(1, $2::int) as n returning id)
   insert into tag_employees (organization_id, tag_id, employee_id, joined_at)
     select $1, t, id, $4 from people, unnest($3::uuid[]) as t`,
  [organizationId, MEMBERS, [tag.id, other.id], start],
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
const forecast = (hours: number) => () =>
  atTime(later(hours), () => act(platform, officer, 'automation.forecast', { id: tag.id, days: 14 }));
const threeTimes = async (work: (n: number) => Promise<unknown>) => [
  await seconds(() => work(0)),
  await seconds(() => work(1)),
  await seconds(() => work(2)),
];

const dry = await threeTimes(forecast(1));
const full = await seconds(() => job(2));
const idle = await threeTimes((n) => job(3 + n));
const { rows } = await owner.query<{ n: number }>(
  `select count(*)::int as n from tag_action_runs where state = 'done'`,
);
const reference = await seconds(async () => {
  await owner.query('begin');
  await owner.query(
    `insert into tag_action_runs (organization_id, tag_id, action_id, action_type, employee_id, joined_at, due_at, state)
     select organization_id, tag_id, gen_random_uuid(), 'email', employee_id, joined_at, joined_at, 'done' from tag_employees where tag_id = $1`,
    [tag.id],
  );
  await owner.query('rollback');
});

// the other tag's simulation is sent first; this tag's simulation, due two days later, waits until seven days have
// passed
const { email_id } = await emails({ id: organizationId }, {}, platform);
await owner.query(
  `with domain as (insert into organization_domains (organization_id, domain, proof, confirmed_at) values ($1, 'zavod.test', 'bench', now()))
   update organizations set autophish = true where id = $1`,
  [organizationId],
);
const simulate = (tagId: string) =>
  atTime(later(4), () => act(platform, officer, 'automation.add-phishing', { tagId, templates_ids: [email_id] }));
await simulate(other.id);
const { id: put_off } = await simulate(tag.id);
await owner.query('update tag_actions set defer_by = defer_by + 2');
await owner.query('update tag_actions set defer_by = defer_by + 2 where id = $1', [put_off]);
await owner.query('analyze');
const waiting = await threeTimes((n) => job(6 + n));
const spaced = await threeTimes(forecast(9));
const seen = await forecast(9)();
const lines = seen.data.map((line) => `${line.day} ${line.action.type} ${line.reason} ${line.people}`);
const right = lines.join() === `2027-03-10 phishing null ${MEMBERS}`;

const bars: Bar[] = [
  {
    name: `emails due for ${MEMBERS} members at once`,
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
  {
    name: `hourly run while ${MEMBERS} members wait for two actions of another day`,
    value: round(median(waiting)),
    unit: 's',
    bar: '≤ 1',
    reached: median(waiting) <= 1,
  },
  { name: 'dry run of 14 days', value: round(median(dry)), unit: 's', bar: '≤ 2', reached: median(dry) <= 2 },
  {
    name: `dry run with two simulations for each of ${MEMBERS} members, the second one put off`,
    value: round(median(spaced)),
    unit: 's',
    bar: '≤ 2.5',
    reached: median(spaced) <= 2.5 && right,
    ...(right ? {} : { note: `foreseen: ${lines.join('; ')}` }),
  },
];
writeResults('tags', facts, bars, {
  full,
  idle,
  waiting,
  dry,
  spaced,
  lines,
  bare_insert: reference,
  ratio: round(full / reference, 1),
  done: rows[0]!.n,
});
await bench.close();
process.exit();
