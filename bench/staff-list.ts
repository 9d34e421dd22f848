import { performance } from 'node:perf_hooks';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeFilter, SortKey } from '@sergak/contract/employees/employees.schema.ts';
import { findPage } from '../apps/server/src/modules/employees/employees.query.ts';
import { inTenant, type Tx } from '../apps/server/src/platform/db.ts';
import type { DB } from '../apps/server/src/db-types.ts';
import { openStaffDatabase, type StaffDatabase } from './staff-database.ts';

// The staff list with 100,000 people under row-level security, against the same statements sent by the owner of the
// tables with the organisation written into them. Prints milliseconds at the server and the ratio of the medians.

const PEOPLE = Number(process.argv[2] ?? 100_000);
const RUNS = Number(process.argv[3] ?? 30);

const fill = async ({ platform, organizationId }: StaffDatabase) => {
  const client = await platform.db.owner.connect();
  try {
    await client.query(`select set_config('app.org', $1, false), setseed(0.42)`, [organizationId]);
    await client.query(`insert into departments (title) select 'Дирекция ' || n from generate_series(1, 12) n`);
    await client.query(
      `insert into departments (title, parent_id) select 'Служба ' || n, d.id from departments d, generate_series(1, 5) n where d.parent_id is null and not d.is_default`,
    );
    await client.query(
      `insert into departments (title, parent_id) select 'Отдел ' || n, d.id from departments d, generate_series(1, 4) n where d.title like 'Служба%'`,
    );
    await client.query(
      `insert into employees (department_id, email, last_name, first_name, middle_name, position, is_registered, risk_level, phishing_indicator, learning_progress)
       select d.ids[1 + floor(random() * array_length(d.ids, 1))::int], 'person' || n || '@zavod.test',
         (array['Абдуллаева','Бекназаров','Каримов','Юсупова','Ёлкина','Иванов','Саидов','Рахимова','Хакимов','Ли'])[1 + floor(random() * 10)::int] || chr(1072 + n % 32) || chr(1072 + (n / 32) % 32),
         (array['Анна','Тимур','Нигора','Олег','Лола','Бахтиёр'])[1 + floor(random() * 6)::int], 'Отчество' || n % 977,
         (array['Специалист','Бухгалтер','Инженер','Мастер участка','Начальник отдела'])[1 + floor(random() * 5)::int],
         random() < 0.8, case when random() < 0.7 then round((random() * 10)::numeric, 2) end,
         case when random() < 0.7 then round((random() * 100)::numeric, 2) end, case when random() < 0.6 then round((random() * 100)::numeric, 0) end
       from generate_series(1, $1) n, (select array_agg(id) as ids from departments) d`,
      [PEOPLE],
    );
    await client.query(
      `insert into tag_employees (tag_id, employee_id) select t.id, e.id from employees e join tags t on t.type = 'newbie' where random() < 0.1`,
    );
    await client.query(
      `insert into tag_employees (tag_id, employee_id) select t.id, e.id from employees e join tags t on t.type = 'not_registered' where not e.is_registered`,
    );
    await client.query(`insert into courses (title) values ('Курс')`);
    await client.query(
      `insert into course_versions (organization_id, course_id, number, content, steps_total) select organization_id, id, 1, '{}', 5 from courses`,
    );
    await client.query(
      `insert into assignments (course_id, course_version_id, title, start_date, deadline) select course_id, id, 'Курс', current_date - 20, current_date + 10 from course_versions`,
    );
    await client.query(`insert into learners (assignment_id, employee_id, start_date, deadline, steps_total, progress, started_at, completed_at)
      select a.id, e.id, a.start_date, a.deadline, 5, p.value, case when p.value > 0 then now() end, case when p.value = 100 then now() end
      from assignments a, employees e cross join lateral (select (array[0, 20, 60, 100])[1 + floor(random() * 4 + 0 * length(e.email))::int] as value) p where random() < 0.6`);
    await client.query(`insert into template_categories (slug, title) values ('c', 'c')`);
    await client.query(
      `insert into campaigns (name, status, settings, start_at, end_at) values ('К', 'active', '{}', now(), now() + interval '1 day')`,
    );
    await client.query(`insert into campaign_emails (campaign_id, email_id, template_id, name, template_name, attack_vector, subject, sender_name, sender_address, html)
      select id, gen_random_uuid(), gen_random_uuid(), 'a', 'a', 'form', 's', 'n', 'a@b.test', '' from campaigns`);
    await client.query(`insert into campaign_recipients (campaign_id, email_id, employee_id, department_id, tracking_key, message_id, address, send_at, state, result, opened_at, clicked_at)
      select m.campaign_id, m.email_id, e.id, e.department_id, e.id::text, e.id::text, e.email, now(), 'sent', r.v, case when r.v > 0 then now() end, case when r.v > 1 then now() end
      from campaign_emails m, employees e cross join lateral (select greatest(0, floor(random() * 6 + 0 * length(e.email))::int - 3) as v) r`);
    await client.query('vacuum (analyze)');
  } finally {
    client.release(true);
  }
};

/** Sends the same statements as the owner, whom no policy limits, with the organisation written into them. */
const bareDatabase = ({ platform, organizationId }: StaffDatabase) => {
  const own = (alias: string) => `${alias}.organization_id = '${organizationId}'`;
  const rewrite = (text: string) =>
    text
      .replaceAll('e.deleted_at is null', `e.deleted_at is null and ${own('e')}`)
      .replaceAll(
        'join departments d on d.id = e.department_id',
        `join departments d on d.id = e.department_id and ${own('d')}`,
      );
  const pool = {
    async connect() {
      const client = await platform.db.owner.connect();
      return {
        query: (text: string, values: unknown[]) => client.query(rewrite(text), values),
        release: () => client.release(),
      };
    },
    end: async () => undefined,
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) });
};

type Case = { name: string; filter?: Partial<EmployeeFilter>; sort?: SortKey; order?: 'asc' | 'desc'; offset?: number };

const cases = async ({ platform, organizationId }: StaffDatabase): Promise<Case[]> => {
  const first = async (query: string): Promise<string> =>
    (await platform.db.owner.query<{ id: string }>(query, [organizationId])).rows[0]!.id;
  const department = await first(`select id from departments where organization_id = $1 and title = 'Дирекция 3'`);
  const tag = await first(`select id from tags where organization_id = $1 and type = 'newbie'`);
  const course = await first('select id from courses where organization_id = $1');
  const campaign = await first('select id from campaigns where organization_id = $1');
  return [
    { name: 'by name' },
    { name: 'by name, last page', offset: PEOPLE - 20 },
    { name: 'by name, downwards', order: 'desc' },
    ...(['DEPARTMENT', 'POSITION', 'RISK_LEVEL', 'PROGRESS', 'PHISHING_INDICATOR'] as const).flatMap((sort) => [
      { name: `by ${sort}`, sort },
      { name: `by ${sort}, downwards`, sort, order: 'desc' as const },
    ]),
    { name: 'search: one person', filter: { search: 'person4711@' } },
    { name: 'search: a common word', filter: { search: 'каримов' } },
    { name: 'search: two words', filter: { search: 'каримов тимур' } },
    { name: 'search: everybody', filter: { search: 'zavod' } },
    { name: 'departments', filter: { departments: [department] } },
    { name: 'role', filter: { role: ['operator'] } },
    { name: 'role of nearly all', filter: { role: ['employee'] } },
    { name: 'tags', filter: { tags: [tag] } },
    { name: 'risk 7 to 10', filter: { riskLevelMin: 7 } },
    { name: 'risk 7 to 10, by risk', filter: { riskLevelMin: 7 }, sort: 'RISK_LEVEL', order: 'desc' },
    { name: 'phishing events', filter: { phishing_events: ['clicked'] } },
    { name: 'in phishing', filter: { phishing: [campaign] } },
    { name: 'learning BEHIND', filter: { learning: ['BEHIND'] } },
    { name: 'learning NORMAL', filter: { learning: ['NORMAL'] } },
    { name: 'course', filter: { courses: [course] } },
    { name: 'course progress', filter: { courseProgress: ['COMPLETED'] } },
    { name: 'without course', filter: { courseProgress: ['WITHOUT_COURSE'] } },
    {
      name: 'all filters',
      filter: {
        search: 'каримов',
        departments: [department],
        role: ['employee'],
        riskLevelMin: 1,
        riskLevelMax: 9,
        phishing_events: ['clicked', 'opened'],
        phishing: [campaign],
        learning: ['NORMAL'],
        courseProgress: ['COMPLETED', 'NOT_COMPLETED'],
      },
    },
  ];
};

const quantile = (values: number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))]!;

const base = await openStaffDatabase(PEOPLE * 2);
try {
  await fill(base);
  const bare = bareDatabase(base);
  const scope = { organizationId: base.organizationId, readable: [base.organizationId] };
  console.log('case'.padEnd(34), 'p50 ms', 'p95 ms', 'bare p50', 'ratio', 'found');
  for (const one of await cases(base)) {
    const filter = { ...emptyFilter, ...one.filter };
    let found = 0;
    const work = async (tx: Tx) => {
      const page = {
        sort: one.sort ?? ('NAME' as const),
        order: one.order ?? ('asc' as const),
        limit: 20,
        offset: one.offset ?? 0,
      };
      found = (await findPage(tx, filter, page)).total_count;
    };
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let run = -3; run < RUNS; run++) {
      const from = performance.now();
      await inTenant(base.platform.db, scope, 'read', work);
      const middle = performance.now();
      await bare.transaction().execute(async (tx) => {
        await sql`select set_config('app.org', ${base.organizationId}, true)`.execute(tx);
        await work(tx as never);
      });
      if (run < 0) continue;
      ours.push(middle - from);
      theirs.push(performance.now() - middle);
    }
    const [p50, p95, reference] = [quantile(ours, 0.5), quantile(ours, 0.95), quantile(theirs, 0.5)];
    console.log(
      one.name.padEnd(34),
      p50.toFixed(1).padStart(6),
      p95.toFixed(1).padStart(6),
      reference.toFixed(1).padStart(8),
      (p50 / reference).toFixed(2).padStart(5),
      found,
    );
  }
} finally {
  await base.close();
}
