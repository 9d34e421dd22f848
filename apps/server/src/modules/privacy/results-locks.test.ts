import { expect, test } from 'vitest';
import { inOrganization, platform, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { now } from '../../platform/clock.ts';
import { anonymizeResults } from './results.service.ts';

test('rows that lose their person or their department are locked in the order of ids', async () => {
  const org = await make.organization();
  const { id: department_id } = await make.department(org);
  const campaign = await history.campaign(org, { ago: 40 });
  const rows: number[] = [];
  // The first row only loses its department, because a sender holds its email.
  for (const state of ['claimed', 'sent', 'sent'] as const)
    rows.push(await history.email(org, campaign, { ...(await make.employee(org)), department_id }, { state }));
  const [first, second] = rows as [number, number, number];
  const { db } = await platform();
  const other = await db.owner.connect();
  let separating: Promise<unknown> = Promise.resolve();
  try {
    await other.query('begin');
    await other.query('select from campaign_recipients where id = $1 for update', [first]);
    separating = inOrganization(org.id, 'write', (tx) => anonymizeResults(tx, now(), 1));
    const { rows: pids } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    await expect
      .poll(() => stored('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pids[0]!.pid]))
      .toHaveLength(1);
    await other.query('select from campaign_recipients where id = $1 for update nowait', [second]);
  } finally {
    await other.query('rollback');
    other.release();
  }
  expect(await separating).toMatchObject({ campaigns: [campaign.id] });
});
