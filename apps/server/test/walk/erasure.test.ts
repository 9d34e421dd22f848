import { expect, test } from 'vitest';
import { sweepRemoved } from '../../src/modules/employees/removed.jobs.ts';
import { after, DAY, now } from '../../src/platform/clock.ts';
import { call, platform, runJobs, stored, withOwnPlatform } from '../app.ts';
import * as history from '../make/history.ts';
import * as make from '../make/index.ts';
import { fillOrganization } from './fill.ts';

withOwnPlatform();

// Removes a person who has a row in every table, erases the data, and lists what still refers to the person.

/** Columns that still hold the id of an erased person, with the reason. The id leads to a row without name and address. */
const remaining: Readonly<Record<string, string>> = {
  'certificates.employee_id': 'the certificate stays valid, without the name',
  'learners.employee_id': 'courses that no campaign assigned',
  'sso_requests.employee_id': 'a sign-in under way, deleted within minutes',
  'sso_settings.break_glass_id':
    'a setting of the organisation, which names the person who may sign in without the provider',
};

/** Removes a person 31 days ago, and runs what erases the data. */
const erase = async (organizationId: string, personId: string) => {
  await stored('update employees set deleted_at = $2 where id = $1', [personId, after(now(), -31 * DAY)]);
  await sweepRemoved(await platform());
  for (const job of ['employees.wipe-removed', 'certificates.forget-people', 'privacy.forget-people'] as const)
    expect(await runJobs(job, organizationId), job).toBe(1);
};

test('after erasure, only listed columns refer to the person, and no table holds the name or the address', async () => {
  const on = await platform();
  const org = await make.organization();
  const surname = `Стираемова-${org.id.slice(0, 8)}`;
  const anna = await make.employee(org, { last_name: surname, email: `erased@${org.domain}` });
  await fillOrganization(on.db.owner, org.id, anna.id);
  await stored(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level) values ($1, current_date, 'employee', $2, 5)`,
    [org.id, anna.id],
  );
  await stored(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id)
     values ($1, $2, 'invitation', $3, 's', $4, 't', '<1@x>')`,
    [org.id, anna.id, anna.email, surname],
  );
  for (const [table, column, names] of [
    ['campaign_recipients', 'employee_id', `last_name = $4, address = $2`],
    ['certificates', 'employee_id', `person_name = $4`],
    ['scim_users', 'employee_id', 'user_name = $2'],
    ['mailbox_emails', 'employee_id', 'recipient = $2'],
    ['suspicious_emails', 'reporter_id', `reporter_address = $2, headers = 'From: ' || $2`],
    ['employee_import_rows', 'employee_id', `employee_id = $1, email = $2`],
  ] as const)
    await stored(
      `with given as (select $1::uuid, $2::text, $3::uuid, $4::text)
       update ${table} set ${names} where organization_id = $3 and (${column} = $1 or ${column} is null)`,
      [anna.id, anna.email, org.id, surname],
    );
  await erase(org.id, anna.id);

  const references = await stored<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as "table", a.attname as "column"
     from pg_constraint c cross join unnest(c.conkey, c.confkey) as k (num, target)
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
     join pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target and t.attname = 'id'
     where c.contype = 'f' and c.confrelid = 'employees'::regclass order by 1, 2`,
  );
  const left: string[] = [];
  for (const { table, column } of references)
    if ((await stored(`select from ${table} where ${column} = $1`, [anna.id])).length > 0)
      left.push(`${table}.${column}`);
  expect(left).toEqual(Object.keys(remaining).sort());

  const tables = await stored<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^audit_'`,
  );
  for (const { name } of tables)
    expect(
      await stored(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0 or strpos(t::text, $2) > 0`, [
        surname,
        anna.email,
      ]),
      name,
    ).toEqual([]);
});

/** All texts and numbers in a value, at any depth. */
const scalarsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsOf) : [String(value)];

test('no entry of the audit log leads to a result of the erased person', async () => {
  const org = await make.organization();
  const administrator = await make.employee(org, { role: 'system_admin' });
  const anna = await make.employee(org);
  const others = await Promise.all(Array.from({ length: 5 }, () => make.employee(org)));
  const campaign = await history.campaign(org, { ago: 60, status: 'active' });
  const recipient = await history.email(org, campaign, anna, { result: 4, reported: true });
  for (const one of others) await history.email(org, campaign, one, { result: 2 });
  const course = await history.course(org, [
    [anna, 100],
    [others[0]!, 0],
  ]);
  await stored(`update assignments set campaign_id = $2, source = 'campaign' where id = $1`, [
    course.assignment_id,
    campaign.id,
  ]);
  await stored(
    `insert into certificates (organization_id, number, learner_id, assignment_id, employee_id, person_name, course_title, organization_title, issued_at)
     values ($1, $2, $3, $4, $5, '', '', '', now())`,
    [org.id, recipient, course.learners[0], course.assignment_id, anna.id],
  );
  await stored(
    `insert into campaign_reactions (organization_id, campaign_id, employee_id, kind) values ($1, $2, $3, 'course')`,
    [org.id, campaign.id, anna.id],
  );
  await stored(
    `insert into tag_action_runs (organization_id, action_id, action_type, employee_id, joined_at, due_at, state, campaign_id, assignment_id)
     values ($1, gen_random_uuid(), 'phishing', $2, now(), now(), 'done', $3, $4)`,
    [org.id, anna.id, campaign.id, course.assignment_id],
  );
  await stored(
    `update campaigns set settings = jsonb_build_object('targets', jsonb_build_object('target_users', jsonb_build_array($2::text, $3::text),
       'exclude_users', '[]'::jsonb)), status = 'completed', completed_at = now() where id = $1`,
    [campaign.id, anna.id, others[0]!.id],
  );
  await stored(
    `update employees set risk_level = 9, phishing_indicator = 90, emails_sent = 1, emails_dangerous = 1, email_events = 31,
       last_entered_data_on = current_date, recent_emails = 1, recent_caught = 1, caught_months = 1 where id = $1`,
    [anna.id],
  );
  const [event] = await stored<{ id: number }>(
    `select id from tracking_events where recipient_id = $1 and kind = 'clicked'`,
    [recipient],
  );
  await call('campaigns.mark-reported', administrator, { id: campaign.id, recipient, reported: false });
  await call('campaigns.overrule', administrator, { id: campaign.id, recipient, event: event!.id, human: false });
  await call('employees.remove', administrator, { id: anna.id });
  /** What a result of the person shares with emails, logs and other tables. */
  const keysOf = (which: string) =>
    stored<Record<string, unknown>>(
      `select r.id as recipient, coalesce(r.employee_id::text, 'nobody') as person, r.tracking_key, r.message_id, t.id as event, t.hit
       from campaign_recipients r join tracking_events t on t.recipient_id = r.id where r.campaign_id = $1 and (${which})`,
      [campaign.id, anna.id],
    );
  const keys = await keysOf('r.employee_id = $2');
  await erase(org.id, anna.id);

  const entries = await stored<{ details: { recipient_id?: number } }>(
    'select target_id, target_title, changes, details from audit_log where organization_id = $1',
    [org.id],
  );
  const logged = new Set(entries.flatMap(scalarsOf).filter((one) => one.length === anna.id.length));
  const loggedRecipients = entries.flatMap((one) => one.details.recipient_id ?? []);
  expect(logged).toContain(anna.id);
  expect(loggedRecipients).toEqual([recipient, recipient]);
  const results = await keysOf('r.employee_id is null or r.employee_id = $2');
  expect(results).toHaveLength(keys.length);
  for (const row of results) {
    expect(loggedRecipients).not.toContain(row['recipient']);
    expect(Object.values(row).filter((one) => logged.has(String(one)))).toEqual([]);
    for (const [name, value] of Object.entries(row))
      expect(
        keys.map((one) => one[name]),
        name,
      ).not.toContain(value);
  }

  // Other rows that name the person name neither the campaign nor its course.
  const tables = await stored<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^audit_'`,
  );
  for (const { name } of tables)
    for (const { row } of await stored<{ row: string }>(`select t::text as row from ${name} t where t::text like $1`, [
      `%${anna.id}%`,
    ]))
      for (const id of [campaign.id, course.assignment_id]) expect(row, name).not.toContain(id);
  expect(
    await stored(
      `select risk_level, phishing_indicator, emails_sent, emails_dangerous, email_events, last_entered_data_on, recent_caught, caught_months
       from employees where id = $1`,
      [anna.id],
    ),
  ).toEqual([
    {
      risk_level: null,
      phishing_indicator: null,
      emails_sent: 0,
      emails_dangerous: 0,
      email_events: 0,
      last_entered_data_on: null,
      recent_caught: 0,
      caught_months: 0,
    },
  ]);
});
