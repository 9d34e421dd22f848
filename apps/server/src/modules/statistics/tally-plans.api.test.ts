import type { PoolClient } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { platform } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';

type Node = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
};
type Explained = { 'Query Text': string; Plan: Node };

/** A connection that reports the plan of every statement, also of those inside triggers, with the numbers of rows read. */
const explaining = async () => {
  const client: PoolClient = await (await platform()).db.owner.connect();
  onTestFinished(() => client.release(true));
  const plans: Explained[] = [];
  client.on('notice', ({ message }) => {
    const text = message?.slice(message.indexOf('{'));
    if (message?.includes('plan:') && text) plans.push(JSON.parse(text) as Explained);
  });
  await client.query(`load 'auto_explain'`);
  await client.query(`
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_level = notice`);
  return { client, plans };
};

/** Rows of transition tables that the plan reads, each reading counted. */
const rowsRead = (node: Node): number =>
  (node['Node Type'] === 'Named Tuplestore Scan' ? node['Actual Rows'] * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);

const PEOPLE = 200;

/** Runs the statement for one row several times, so that its trigger keeps a plan, and then for all rows. */
const readByTrigger = async (table: string, statement: (which: string) => string, ids: readonly string[]) => {
  const { client, plans } = await explaining();
  for (const id of ids.slice(0, 7)) await client.query(statement(`id = '${id}'`));
  plans.length = 0;
  await client.query(statement(`id in (${ids.map((id) => `'${id}'`).join(', ')})`));
  const found = plans.filter((one) => one['Query Text'].includes(`insert into ${table}`));
  expect(found).toHaveLength(1);
  return rowsRead(found[0]!.Plan);
};

const people = async () => {
  const org = await make.organization();
  const { db } = await platform();
  const { rows } = await db.owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name)
     select $1, d.id, 'p' || n || '@' || $2::text, 'Юсупова' from departments d, generate_series(1, $3::int) n
     where d.organization_id = $1 and d.is_default returning id`,
    [org.id, org.domain, PEOPLE],
  );
  return { org, ids: rows.map((row) => row.id) };
};

test('after changes of single people, a change of many reads each of them a fixed number of times', async () => {
  const { ids } = await people();
  const removed = await readByTrigger(
    'people_tallies',
    (which) => `update employees set deleted_at = now() where ${which}`,
    ids,
  );
  expect(removed).toBeGreaterThanOrEqual(2 * PEOPLE);
  expect(removed).toBeLessThanOrEqual(4 * PEOPLE);
  const erased = await readByTrigger('people_tallies', (which) => `delete from employees where ${which}`, ids);
  expect(erased).toBeLessThanOrEqual(2 * PEOPLE);
});

test('after changes of single emails, a change of many reads each of them a fixed number of times', async () => {
  const { org, ids } = await people();
  const campaign = await history.campaign(org);
  for (const id of ids.slice(0, 20))
    await history.email(org, campaign, { id, organization_id: org.id, role: 'employee' }, { result: 0 });
  const { db } = await platform();
  const { rows } = await db.owner.query<{ id: string }>('select id from campaign_recipients where campaign_id = $1', [
    campaign.id,
  ]);
  const emails = rows.map((row) => row.id);
  const changed = await readByTrigger(
    'campaign_tallies',
    (which) => `update campaign_recipients set result = 1 where ${which}`,
    emails,
  );
  expect(changed).toBe(2 * emails.length);
  const deleted = await readByTrigger(
    'campaign_tallies',
    (which) => `delete from campaign_recipients where ${which}`,
    emails,
  );
  expect(deleted).toBeLessThanOrEqual(emails.length);
});
