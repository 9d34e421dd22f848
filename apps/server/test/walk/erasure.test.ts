import { expect, test } from 'vitest';
import { sweepRemoved } from '../../src/modules/employees/removed.jobs.ts';
import { after, DAY, now } from '../../src/platform/clock.ts';
import { platform, runJobs, stored } from '../app.ts';
import * as make from '../make/index.ts';
import { fillOrganization } from './fill.ts';

// Removes a person who has a row in every table, erases the data, and lists what still refers to the person.

/** Columns that still hold the id of an erased person, with the reason. The id leads to a row without name and address. */
const remaining: Readonly<Record<string, string>> = {
  'campaign_recipients.employee_id':
    'figures of campaigns; keys of emails are replaced, and retention takes the id away',
  'campaign_reactions.employee_id': 'a reaction is made once; deleted with the results',
  'certificates.employee_id': 'the certificate stays valid, without the name',
  'course_effect_people.employee_id': 'computed again each day',
  'learners.employee_id': 'figures of courses',
  'sso_requests.employee_id': 'a sign-in under way, deleted within minutes',
  'sso_settings.break_glass_id':
    'a setting of the organisation, which names the person who may sign in without the provider',
  'tag_action_runs.employee_id': 'numbers in the log of a tag',
};

test('after erasure, only listed columns refer to the person, and no table holds the name or the address', async () => {
  const on = await platform();
  const org = await make.organization();
  const anna = await make.employee(org, { last_name: 'Неповторимова', email: `unrepeated@${org.domain}` });
  await fillOrganization(on.db.owner, org.id, anna.id);
  await stored(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level) values ($1, current_date, 'employee', $2, 5)`,
    [org.id, anna.id],
  );
  await stored(
    `insert into outbox (organization_id, employee_id, kind, recipient, subject, html, text, message_id)
     values ($1, $2, 'invitation', $3, 's', 'Неповторимова', 't', '<1@x>')`,
    [org.id, anna.id, anna.email],
  );
  for (const [table, column, names] of [
    ['campaign_recipients', 'employee_id', `last_name = 'Неповторимова', address = $2`],
    ['certificates', 'employee_id', `person_name = 'Неповторимова' || left($2, 0)`],
    ['scim_users', 'employee_id', 'user_name = $2'],
    ['mailbox_emails', 'employee_id', 'recipient = $2'],
    ['suspicious_emails', 'reporter_id', `reporter_address = $2, headers = 'From: ' || $2`],
    ['employee_import_rows', 'employee_id', `employee_id = $1, email = $2`],
  ] as const)
    await stored(`update ${table} set ${names} where organization_id = $3 and (${column} = $1 or ${column} is null)`, [
      anna.id,
      anna.email,
      org.id,
    ]);
  await stored('update employees set deleted_at = $2 where id = $1', [anna.id, after(now(), -31 * DAY)]);
  await sweepRemoved(on);
  for (const job of [
    'employees.wipe-removed',
    'campaigns.forget-people',
    'certificates.forget-people',
    'privacy.forget-people',
  ] as const)
    expect(await runJobs(job, org.id), job).toBe(1);

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
      await stored(`select from ${name} t where t::text ilike '%неповторимова%' or t::text ilike '%unrepeated@%'`),
      name,
    ).toEqual([]);
});
