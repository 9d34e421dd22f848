import { performance } from 'node:perf_hooks';
import type { PoolClient } from 'pg';
import { refreshPeople } from '../apps/server/src/modules/statistics/public.ts';
import { after, atTime, DAY, now } from '../apps/server/src/platform/clock.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { machineFacts, median, round, writeResults, type Bar } from './lib.ts';
import { openStaffDatabase } from './staff-database.ts';
import { fillStaff } from './staff-people.ts';

// Refreshes the figures of 100,000 people and reports what each refresh writes. Then it compares the present table with a
// prototype that keeps the figures in a table of their own: the same writes, and the slowest orders of the staff list.

const PEOPLE = Number(process.argv[2] ?? 100_000);
const CLICKS = 2_000;
const PAGE = 20;
const RUNS = 5;

const facts = machineFacts();
const base = await openStaffDatabase(PEOPLE * 2);
const { platform, organizationId } = base;
const scope = { organizationId, readable: [organizationId] };

/** Size, WAL position and counted updates of a table. Counters of other connections arrive with a delay of up to a second. */
const look = async (client: PoolClient, table: string) => {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await client.query('select pg_stat_force_next_flush()');
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<Record<'table_mb' | 'index_mb' | 'wal' | 'updated' | 'hot', number>>(
    `select pg_table_size($1::regclass) / 1048576.0 as table_mb, pg_indexes_size($1::regclass) / 1048576.0 as index_mb,
       pg_current_wal_lsn() - '0/0'::pg_lsn as wal, n_tup_upd as updated, n_tup_hot_upd as hot
     from pg_stat_user_tables where relid = $1::regclass`,
    [table],
  );
  return rows[0]!;
};

/** Runs `work` on a vacuumed table after a checkpoint, and reports what it wrote. */
const measure = async (client: PoolClient, name: string, table: string, work: () => Promise<unknown>) => {
  await client.query(`vacuum analyze ${table}`);
  await client.query('checkpoint');
  const before = await look(client, table);
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1_000;
  const then = await look(client, table);
  const updated = then.updated - before.updated;
  const figures = {
    name,
    seconds: round(seconds),
    updated,
    hot: then.hot - before.hot,
    hot_share: updated === 0 ? null : round((then.hot - before.hot) / updated),
    wal_mb: round((then.wal - before.wal) / 2 ** 20, 1),
    table_mb: [round(before.table_mb, 1), round(then.table_mb, 1)],
    index_mb: [round(before.index_mb, 1), round(then.index_mb, 1)],
  };
  console.log(JSON.stringify(figures));
  return figures;
};

const refresh = () => inTenant(platform.db, scope, 'write', (tx) => refreshPeople(tx, null));

/** Turns the last email of so many people who did not click into a click. */
const click = (client: PoolClient) =>
  client.query(
    `update campaign_recipients r set result = 2, clicked_at = now(), opened_at = now()
     where r.id in (select x.id from campaign_recipients x join campaigns c on c.id = x.campaign_id
       where c.status = 'active' and x.result < 2 order by x.id limit $1)`,
    [CLICKS],
  );

const figures = `risk_level, phishing_indicator, learning_progress, email_events, emails_sent, emails_dangerous, course_states, behind_from`;

const prototype = `
  drop table if exists employee_figures;
  create table employee_figures (organization_id uuid not null, employee_id uuid not null, risk_level numeric(4, 2),
    phishing_indicator numeric(5, 2), learning_progress numeric(5, 2), email_events smallint not null, emails_sent int not null,
    emails_dangerous int not null, course_states smallint not null, behind_from date not null,
    primary key (organization_id, employee_id));
  insert into employee_figures select organization_id, id, ${figures} from employees where deleted_at is null;
  create index figures_risk on employee_figures (organization_id, risk_level desc nulls last, employee_id);
  create index figures_phishing on employee_figures (organization_id, phishing_indicator desc nulls last, employee_id);
  create index figures_progress on employee_figures (organization_id, learning_progress desc nulls last, employee_id);
  create index figures_events on employee_figures (organization_id, email_events);
  create index figures_states on employee_figures (organization_id, course_states);
  create index figures_behind on employee_figures (organization_id, behind_from);`;

/** Writes the same new risk to so many people of either table: other work of a refresh is the same for both. */
const writeRisk = (client: PoolClient, table: 'employees' | 'employee_figures', people: number) => {
  const id = table === 'employees' ? 'id' : 'employee_id';
  return client.query(
    `update ${table} e set risk_level = 10 - e.risk_level, phishing_indicator = 100 - e.phishing_indicator,
       emails_sent = e.emails_sent + 1
     from (select ${id} as id from ${table} where risk_level is not null order by ${id} limit $1) c where e.${id} = c.id`,
    [people],
  );
};

const NAME = 'e.full_name collate "ru-RU-x-icu"';
const present = (where: string, offset: number) =>
  `select e.id from employees e where e.organization_id = $1 and e.deleted_at is null ${where}
   order by e.risk_level desc nulls last, ${NAME}, e.id limit ${PAGE} offset ${offset}`;
const separate = (where: string, offset: number) =>
  `select e.id from employee_figures f join employees e on e.organization_id = f.organization_id and e.id = f.employee_id
   where f.organization_id = $1 and e.deleted_at is null ${where}
   order by f.risk_level desc nulls last, ${NAME}, e.id limit ${PAGE} offset ${offset}`;

const compareLists = async (client: PoolClient) => {
  const compared = [];
  const lists = [
    ['by risk, page 1', '', '', 0],
    ['by risk, page 500', '', '', 499 * PAGE],
    ['risk step 7, page 1', 'and e.risk_step = 7', 'and f.risk_level >= 7 and f.risk_level < 8', 0],
  ] as const;
  for (const [name, now, then, offset] of lists) {
    const times: [number[], number[]] = [[], []];
    for (let run = -1; run < RUNS; run++)
      for (const [way, text] of [present(now, offset), separate(then, offset)].entries()) {
        const from = performance.now();
        await client.query(text, [organizationId]);
        if (run >= 0) times[way as 0 | 1].push(performance.now() - from);
      }
    const [one, own] = times.map((of) => median(of)) as [number, number];
    compared.push({ name, employees_ms: round(one), employee_figures_ms: round(own), ratio: round(own / one) });
    console.log(JSON.stringify(compared.at(-1)));
  }
  return compared;
};

const bar = (name: string, value: number, unit: string, limit: number): Bar => ({
  name,
  value,
  unit,
  bar: `< ${limit}`,
  reached: value < limit,
});

const client = await platform.db.owner.connect();
try {
  await fillStaff(base, PEOPLE);
  await client.query(`select set_config('app.org', $1, false)`, [organizationId]);
  const everybody = await measure(client, 'every level differs', 'employees', refresh);
  const tomorrow = after(now(), DAY);
  const nextDay = await measure(client, 'a day later', 'employees', () => atTime(tomorrow, refresh));
  await click(client);
  const clicks = await measure(client, '2,000 clicks later', 'employees', () => atTime(tomorrow, refresh));
  const writes = [];
  await client.query(prototype);
  for (const people of [CLICKS, PEOPLE])
    for (const table of ['employees', 'employee_figures'] as const)
      writes.push(await measure(client, `${people} in ${table}`, table, () => writeRisk(client, table, people)));
  await client.query(
    'update employees set risk_level = round((random() * 10)::numeric, 2) where risk_level is not null',
  );
  await client.query(prototype);
  await client.query('vacuum (full, analyze) employees');
  await client.query('vacuum analyze employee_figures');
  const lists = await compareLists(client);
  await client.query('drop table employee_figures');
  writeResults(
    'figures',
    facts,
    [
      bar('a day later: people written', nextDay.updated, 'people', PEOPLE / 10),
      bar('a day later', nextDay.seconds, 's', 60),
      bar('2,000 clicks later: WAL', clicks.wal_mb, 'MB', 100),
      bar('2,000 clicks later', clicks.seconds, 's', 60),
      bar('every level differs', everybody.seconds, 's', 120),
    ],
    { people: PEOPLE, refreshes: [everybody, nextDay, clicks], writes, lists },
  );
} finally {
  client.release(true);
  await base.close();
}
