import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { refreshPeople } from '../apps/server/src/modules/statistics/public.ts';
import { inTenant } from '../apps/server/src/platform/db.ts';
import { openDatabase, type Database } from './database.ts';

/** Number of simulations sent to everyone: a year of one a month. */
const CAMPAIGNS = 12;
/** Shares of the people in each course; the last course has ended. */
const COURSES = [0.6, 0.5, 0.3, 0.2, 0.1, 0.5];

const teach = async (client: PoolClient): Promise<void> => {
  await client.query(`insert into courses (title) select 'Курс ' || n from generate_series(1, $1) n`, [COURSES.length]);
  await client.query(
    `insert into course_versions (organization_id, course_id, number, content, steps_total) select organization_id, id, 1, '{}', 5 from courses`,
  );
  await client.query(
    `insert into assignments (course_id, course_version_id, title, start_date, deadline, status)
     select v.course_id, v.id, c.title, current_date - 20, current_date + 10, case when c.title = 'Курс ' || $1::int then 'completed' else 'active' end
     from course_versions v join courses c on c.id = v.course_id`,
    [COURSES.length],
  );
  await client.query(
    `insert into learners (assignment_id, employee_id, start_date, deadline, steps_total, progress, started_at, completed_at)
     select a.id, e.id, a.start_date, a.deadline, 5, p.value, case when p.value > 0 then now() end, case when p.value = 100 then now() end
     from assignments a join unnest($1::float[]) with ordinality s (share, n) on a.title = 'Курс ' || s.n
       cross join employees e cross join lateral (select (array[0, 20, 60, 100])[1 + floor(random() * 4 + 0 * length(e.email))::int] as value) p
     where random() + 0 * length(e.email) < s.share`,
    [COURSES],
  );
};

/** One email to everyone in each simulation: a third opens it, a third of these click, half of these enter data. */
const sendEmails = async (client: PoolClient): Promise<void> => {
  await client.query(`insert into template_categories (slug, title) values ('c', 'c')`);
  await client.query(
    `insert into campaigns (name, status, settings, start_at, end_at)
     select 'Рассылка ' || n, case when n = 1 then 'active' else 'completed' end, '{}', now() - n * interval '30 days', now() - (n - 1) * interval '30 days'
     from generate_series(1, $1) n`,
    [CAMPAIGNS],
  );
  await client.query(`insert into campaign_emails (campaign_id, email_id, template_id, name, template_name, attack_vector, subject, sender_name, sender_address, html)
    select id, gen_random_uuid(), gen_random_uuid(), 'a', 'a', 'form', 's', 'n', 'a@b.test', '' from campaigns`);
  await client.query(`insert into campaign_recipients (campaign_id, email_id, employee_id, department_id, tracking_key, message_id, address, send_at, sent_at, state, result, opened_at, clicked_at, entered_at)
    select m.campaign_id, m.email_id, e.id, e.department_id, c.name || e.id, c.name || e.id, e.email, c.start_at, c.start_at, 'sent', r.v,
      case when r.v > 0 then c.start_at end, case when r.v > 1 then c.start_at end, case when r.v = 4 then c.start_at end
    from campaign_emails m join campaigns c on c.id = m.campaign_id cross join employees e
      cross join lateral (select (array[4, 2, 1, 1, 1, 1, 0])[least(7, 1 + floor(random() * 18 + 0 * length(e.email || c.name))::int)] as v) r
    order by c.start_at, e.id`);
};

/** After that many emails all levels are similar; the list needs the full range, and people without a level. */
const spreadLevels = (client: PoolClient) =>
  client.query(
    `update employees set risk_level = case when random() < 0.7 then round((random() * 10)::numeric, 2) end,
       phishing_indicator = case when random() < 0.7 then round((random() * 100)::numeric, 2) end,
       learning_progress = case when random() < 0.6 then round((random() * 100)::numeric, 0) end`,
  );

/** Departments on three levels, and people with tags, from a fixed seed. */
const hire = async (client: PoolClient, people: number): Promise<void> => {
  await client.query(`insert into departments (title) select 'Дирекция ' || n from generate_series(1, 12) n`);
  await client.query(
    `insert into departments (title, parent_id) select 'Служба ' || n, d.id from departments d, generate_series(1, 5) n where d.parent_id is null and not d.is_default`,
  );
  await client.query(
    `insert into departments (title, parent_id) select 'Отдел ' || n, d.id from departments d, generate_series(1, 4) n where d.title like 'Служба%'`,
  );
  await client.query(
    `insert into employees (department_id, email, last_name, first_name, middle_name, position, is_registered)
     select d.ids[1 + floor(random() * array_length(d.ids, 1))::int], 'person' || n || '@zavod.test',
       (array['Абдуллаева','Бекназаров','Каримов','Юсупова','Ёлкина','Иванов','Саидов','Рахимова','Хакимов','Ли'])[1 + floor(random() * 10)::int] || chr(1072 + n % 32) || chr(1072 + (n / 32) % 32),
       (array['Анна','Тимур','Нигора','Олег','Лола','Бахтиёр'])[1 + floor(random() * 6)::int], 'Отчество' || n % 977,
       (array['Специалист','Бухгалтер','Инженер','Мастер участка','Начальник отдела'])[1 + floor(random() * 5)::int],
       random() < 0.8
     from generate_series(1, $1) n, (select array_agg(id) as ids from departments) d`,
    [people],
  );
  await client.query(
    `insert into tag_employees (tag_id, employee_id) select t.id, e.id from employees e join tags t on t.type = 'newbie' where random() < 0.1`,
  );
  await client.query(
    `insert into tag_employees (tag_id, employee_id) select t.id, e.id from employees e join tags t on t.type = 'not_registered' where not e.is_registered`,
  );
};

const fill = async ({ platform, organizationId, scope }: Database, people: number): Promise<void> => {
  const client = await platform.db.owner.connect();
  try {
    if ((await client.query('select from courses limit 1')).rows.length > 0) return;
    await client.query(`select set_config('app.org', $1, false), setseed(0.42)`, [organizationId]);
    await hire(client, people);
    await teach(client);
    await sendEmails(client);
    await inTenant(platform.db, scope, 'write', (tx) => refreshPeople(tx, null));
    await spreadLevels(client);
    await client.query('vacuum (full, analyze) employees');
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
};

/** A database with so many people; all benchmarks of a run that call this use the same one, filled by the first. */
export const openFilledDatabase = async (people: number): Promise<Database> => {
  const database = await openDatabase(join(process.env['SERGAK_BENCH_FILLED']!, 'people'));
  await fill(database, people);
  return database;
};

/** A database of the benchmark's own with so many people, their departments and tags, and nothing else. */
export const openStaffDatabase = async (people: number): Promise<Database> => {
  const database = await openDatabase();
  const client = await database.platform.db.owner.connect();
  try {
    await client.query(`select set_config('app.org', $1, false), setseed(0.42)`, [database.organizationId]);
    await hire(client, people);
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
  return database;
};
