import { sql } from 'kysely';
import type { Platform } from '../platform/context.ts';
import type { SystemTx } from '../platform/db.ts';

/** Result of one rule: the number of violations, and a few ids that an administrator can look up. */
export type BrokenInvariant = { readonly rule: string; readonly broken: number; readonly examples: readonly string[] };

const EXAMPLES = 5;
/** Statement timeout: checking a large installation may take far longer than any call of a person. */
const STATEMENT_TIMEOUT = '900s';
const FILES_AT_ONCE = 16;

/** The bit of the month of a day in `mailed_months` and `caught_months`. */
const monthOf = (day: string) =>
  `1 << ((extract(year from ${day})::int * 12 + extract(month from ${day})::int - 1) % 24)`;

/** Each rule with a query for its violations: one column `at` describes the place for the log. */
const rules: Readonly<Record<string, string>> = {
  'sent means that a mail server answered 2xx': `
    select 'email ' || id as at from campaign_recipients where state = 'sent'
      and (reply !~ '^2\\d\\d' or reply is null and address not like '%@removed.invalid' or sent_at is null)
    union all select 'outbox ' || id from outbox where state = 'sent' and (reply !~ '^2\\d\\d' or reply is null or sent_at is null)`,
  'emails leave only from a campaign that was launched': `
    select 'email ' || r.id as at from campaigns c join campaign_recipients r on r.campaign_id = c.id
    where c.launched_at is null and r.state not in ('queued', 'cancelled')`,
  'as many emails as were planned, each in a known state': `
    select 'campaign ' || c.id as at from campaigns c join tasks t on t.id = c.task_id and t.status = 'success'
    where c.status in ('planned', 'active', 'completed') and (t.result->>'recipients')::bigint <> (
      select count(*) from campaign_recipients r where r.campaign_id = c.id
        and r.state in ('queued', 'claimed', 'handing_over', 'sent', 'retry', 'failed', 'unknown', 'cancelled'))`,
  'nobody is in one campaign twice': `
    select 'campaign ' || campaign_id || ', person ' || employee_id as at from campaign_recipients
    where employee_id is not null group by campaign_id, employee_id having count(*) > 1`,
  'people fit the licence, in every subtree': `
    select 'organization ' || o.id as at from organizations o where o.users_limit < (
      select count(*) from organizations c join employees e on e.organization_id = c.id
      where c.path @> array[o.id] and e.deleted_at is null)`,
  'licences given to children fit the licence': `
    select 'organization ' || o.id as at from organizations o where o.users_limit
      < (select count(*) from employees e where e.organization_id = o.id and e.deleted_at is null)
      + (select coalesce(sum(c.users_limit), 0) from organizations c where c.parent_id = o.id)`,
  'orders have no gaps': ['course_sections.course_id', 'section_themes.section_id', 'theme_steps.theme_id']
    .concat('slides.module_id', 'questions.module_id')
    .map((place) => place.split('.') as [string, string])
    .map(
      ([table, parent]) => `
    select '${table} of ' || ${parent} as at from ${table} group by ${parent}
    having count(*) <> max(order_id) - min(order_id) + 1 or count(distinct order_id) <> count(*)`,
    )
    .join(' union all '),
  'a status does not go back': `
    select 'campaign ' || id as at from campaigns where status in ('creating', 'planned', 'failed') and launched_at is not null
    union all select 'campaign ' || id from campaigns where status <> 'completed' and completed_at is not null
    union all select 'email ' || id from campaign_recipients where sent_at is not null and state <> 'sent'
    union all select 'task ' || id from tasks where status = 'in_process' and finished_at is not null
    union all select 'report ' || id from reports where status = 'in_progress' and finished_at is not null
    union all select 'assignment ' || id from assignments where status <> 'completed' and completed_at is not null
    union all select 'learner ' || id from learners where completed_at is not null and progress < 100`,
  'figures of campaigns are those of their emails': `
    select 'campaign ' || coalesce(t.campaign_id, r.campaign_id) as at from (
      select campaign_id, email_id, state, result, clicked, opened_attachment, reported, coalesce(delivered_on, '-infinity') as day, sum(emails) as emails
      from campaign_tallies where campaign_id in (select id from campaigns) group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(emails) <> 0) t
    full join (
      select campaign_id, email_id, tally_state(state) as state, result, clicked_at is not null as clicked, attachment_opened_at is not null as opened_attachment,
        reported_at is not null as reported, coalesce(delivery_day(state, result, sent_at, send_at, o.time_zone), '-infinity') as day, count(*) as emails
      from campaign_recipients l join organizations o on o.id = l.organization_id
      group by 1, 2, 3, 4, 5, 6, 7, 8) r using (campaign_id, email_id, state, result, clicked, opened_attachment, reported, day)
    where t.emails is distinct from r.emails`,
  'facts kept of people are those of their emails': `
    select 'person ' || e.id as at from employees e
    left join (
      select r.employee_id, bit_or((r.state = 'sent' and r.result = 0)::int | (r.opened_at is not null)::int * 2
          | (r.clicked_at is not null)::int * 4 | (r.attachment_opened_at is not null)::int * 8 | (r.entered_at is not null)::int * 16) as events, count(*) filter (where r.state = 'sent') as sent,
        count(*) filter (where r.state = 'sent' and (r.entered_at is not null or r.attachment_opened_at is not null)) as dangerous
      from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing group by 1) l on l.employee_id = e.id
    where e.deleted_at is null
      and (e.email_events, e.emails_sent, e.emails_dangerous) is distinct from (coalesce(l.events, 0), coalesce(l.sent, 0), coalesce(l.dangerous, 0))
      and e.organization_id::text not in (select organizations_with_jobs('{statistics.refresh-people,statistics.count-sent,statistics.store-daily-points}'))`,
  'facts kept of people are those of their courses': `
    select 'person ' || e.id as at from employees e
    left join (
      select l.employee_id, bit_or(case when l.completed_at is not null then 2 when l.started_at is null then 1 else 4 end) as states,
        min(l.behind_from) filter (where a.status = 'active') as behind_from
      from learners l join assignments a on a.id = l.assignment_id group by 1) l on l.employee_id = e.id
    where e.deleted_at is null
      and (e.course_states, e.behind_from) is distinct from (coalesce(l.states, 0), coalesce(l.behind_from, 'infinity'))
      and e.organization_id::text not in (select organizations_with_jobs('{statistics.refresh-people,statistics.store-daily-points}'))`,
  'facts of the analysis are those of the emails': `
    select 'person ' || e.id as at from employees e join organizations o on o.id = e.organization_id
    cross join lateral (
      select bit_or(${monthOf('m')}) as bits from generate_series(date_trunc('month', now() at time zone o.time_zone) - interval '11 months',
        date_trunc('month', now() at time zone o.time_zone), interval '1 month') m) year
    left join (
      select d.employee_id, max(day) filter (where state = 'sent') as sent, max(day) filter (where result >= 1) as opened,
        max(day) filter (where result in (2, 4) or clicked_at is not null) as clicked,
        max(day) filter (where result = 3 or attachment_opened_at is not null) as attachment,
        max(day) filter (where result = 4) as entered, max(day) filter (where reported_at is not null) as reported,
        least(count(*), 10) as recent, bit_or(1 << (n - 1)::int) filter (where n <= 10 and result >= 2) as recent_caught,
        bit_or(${monthOf('day')}) filter (where is_late) as mailed, bit_or(${monthOf('day')}) filter (where is_late and result >= 2) as caught,
        bit_or(1 << third) filter (where third between 0 and 2) as first_mailed,
        bit_or(8 << third) filter (where third between 0 and 2 and result >= 2) as first_caught
      from (
        select r.*, (at at time zone time_zone)::date as day, row_number() over (partition by employee_id order by at desc, id desc) as n,
          at at time zone time_zone >= date_trunc('month', now() at time zone time_zone) - interval '11 months' as is_late,
          case when at >= joined_at then least(floor(extract(epoch from at - joined_at) / 2592000), 100)::int end as third
        from (
          select r.*, coalesce(r.sent_at, r.send_at) as at, o.time_zone, e.created_at as joined_at
          from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
            join employees e on e.id = r.employee_id join organizations o on o.id = r.organization_id
          where r.state = 'sent' or r.result > 0) r) d group by 1) l on l.employee_id = e.id
    where e.deleted_at is null
      and (e.last_sent_on, e.last_opened_on, e.last_clicked_on, e.last_opened_attachment_on, e.last_entered_data_on, e.last_reported_on,
          e.recent_emails, e.recent_caught, e.mailed_months & year.bits, e.caught_months & year.bits, e.first_emails)
        is distinct from (l.sent, l.opened, l.clicked, l.attachment, l.entered, l.reported, coalesce(l.recent, 0),
          coalesce(l.recent_caught, 0), coalesce(l.mailed, 0), coalesce(l.caught, 0), coalesce(l.first_mailed, 0) + coalesce(l.first_caught, 0))
      and e.organization_id::text not in (select organizations_with_jobs('{statistics.refresh-people,statistics.count-sent,statistics.store-daily-points}'))`,
  'numbers of people are those of the people': `
    select 'organization ' || organization_id || ', ' || kind as at from (
      select organization_id, kind, department_id, key, people, risk_level, phishing_indicator, learning_progress from people_tallies
      union all
      select (p.e).organization_id, k.kind, k.department_id, k.key, -1, case when k.kind = 'figures' then -(p.e).risk_level end,
        case when k.kind = 'figures' then -(p.e).phishing_indicator end, case when k.kind = 'figures' then -(p.e).learning_progress end
      from (select e from employees e where is_counted(e) offset 0) p cross join lateral people_keys(p.e, null) k) t
    group by organization_id, kind, department_id, key
    having sum(people) <> 0 or sum(risk_level) <> 0 or sum(phishing_indicator) <> 0 or sum(learning_progress) <> 0`,
  'results of emails are those of their events': `
    select 'email ' || r.id as at from campaign_recipients r join campaigns c on c.id = r.campaign_id
    left join lateral (
      select min(at) filter (where counted and kind = 'opened') as opened_at,
        min(at) filter (where counted and kind = 'clicked') as clicked_at,
        min(at) filter (where counted and kind = 'opened_attachment') as attachment_opened_at,
        min(at) filter (where counted and kind = 'entered_data') as entered_at,
        min(at) filter (where human and kind = 'reported') as reported_at,
        max(case kind when 'entered_data' then 4 when 'opened_attachment' then 3 when 'clicked' then 2 when 'opened' then 1 else 0 end)
          filter (where counted) as result
      from (select *, human and at <= coalesce(c.completed_at, c.end_at) + interval '7 days' as counted
        from tracking_events where recipient_id = r.id and organization_id = r.organization_id) e) e on true
    where (r.result, r.opened_at, r.clicked_at, r.attachment_opened_at, r.entered_at, r.reported_at) is distinct from
      (coalesce(e.result, 0), e.opened_at, e.clicked_at, e.attachment_opened_at, e.entered_at, e.reported_at)`,
};

/**
 * Checks every invariant on the whole database, as the system role in one snapshot, and on every stored file. Returns
 * the violations by rule. Writes nothing; may run while the product runs.
 */
export const checkInvariants = async ({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<BrokenInvariant[]> => {
  const { found, keys } = await db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (plain) => {
      const tx = plain as SystemTx;
      await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true), set_config('idle_in_transaction_session_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(
        tx,
      );
      const findings: BrokenInvariant[] = [];
      for (const [rule, query] of Object.entries(rules)) findings.push(await judge(tx, rule, query));
      findings.push(await judge(tx, 'rows that belong together belong to one organisation', await crossings(tx)));
      return { found: findings, keys: await tx.selectFrom('files').select(['id', 'storage_key']).execute() };
    });
  return [...found, await judgeFiles(files, keys)];
};

const judge = async (tx: SystemTx, rule: string, query: string): Promise<BrokenInvariant> => {
  const { rows } = await sql<{ broken: number; examples: string[] | null }>`
    select count(*)::int as broken, (array_agg(at order by at))[1:${sql.lit(EXAMPLES)}] as examples from (${sql.raw(query)}) v`.execute(
    tx,
  );
  return { rule, broken: rows[0]!.broken, examples: rows[0]!.examples ?? [] };
};

/** References without a foreign key, which the database does not check. */
const namedOnly = [
  ['campaigns', 'task_id', 'tasks'],
  ['tracking_events', 'campaign_id', 'campaigns'],
  ['campaign_recipients', 'department_id', 'departments'],
  ['employee_imports', 'task_id', 'tasks'],
] as const;

/**
 * Builds one query over every foreign key of the catalogue. Rows are joined by all columns except the organisation,
 * so that a reference to a row of another organisation is found even if a constraint was switched off.
 */
const crossings = async (tx: SystemTx): Promise<string> => {
  const { rows } = await sql<{ child: string; parent: string; columns: string[]; keys: string[] }>`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      array_agg(a.attname::text) as columns, array_agg(b.attname::text) as keys
    from pg_constraint k cross join unnest(k.conkey, k.confkey) as u (mine, theirs)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.mine
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.theirs
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and a.attname <> 'organization_id'
      and (select count(*) from pg_attribute o where o.attrelid in (k.conrelid, k.confrelid) and o.attname = 'organization_id')
        = case when k.conrelid = k.confrelid then 1 else 2 end
    group by k.oid, k.conrelid, k.confrelid`.execute(tx);
  const named = namedOnly.map(([child, column, parent]) => ({ child, parent, columns: [column], keys: ['id'] }));
  return [...rows, ...named]
    .map(({ child, parent, columns, keys }) => {
      const on = columns.map((column, n) => `c.${column} = p.${keys[n]}`).join(' and ');
      return `select '${child}.${columns.join('+')} of ' || c.organization_id as at from ${child} c join ${parent} p on ${on}
        where c.organization_id <> p.organization_id`;
    })
    .join(' union all ');
};

const judgeFiles = async (
  files: Platform['files'],
  rows: readonly { id: string; storage_key: string }[],
): Promise<BrokenInvariant> => {
  const missing: string[] = [];
  for (let from = 0; from < rows.length; from += FILES_AT_ONCE)
    await Promise.all(
      rows
        .slice(from, from + FILES_AT_ONCE)
        .map(async ({ id, storage_key }) => (await files.exists(storage_key)) || missing.push(`file ${id}`)),
    );
  return { rule: 'every row of a file has its bytes', broken: missing.length, examples: missing.slice(0, EXAMPLES) };
};
