import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inOrganization, platform, queued, stored } from '../../test/app.ts';
import { asOrganization, inSystem, inTenant } from './db.ts';
import { enqueue, enqueueForInstallation, enqueueIn, enqueueMany, enqueueOnce, keyPerOrganization } from './jobs.ts';

/** Keys and queues of the jobs that wait for an organisation. */
const waiting = async (organizationId: string) =>
  (
    await (
      await platform()
    ).db.owner.query<{ key: string | null; queue: string | null }>(
      `select j.key, q.queue_name as queue from graphile_worker._private_jobs j
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where j.payload->>'organization_id' = $1 order by j.id`,
      [organizationId],
    )
  ).rows;

test('a job belongs to the organisation of its transaction, and to another one inside asOrganization', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const campaigns = [randomUUID(), randomUUID(), randomUUID()];
  await inOrganization(own, 'write', async (tx) => {
    await enqueue(tx, 'campaigns.plan-emails', { campaign_id: campaigns[0]! });
    await asOrganization(tx, other, () => enqueue(tx, 'campaigns.plan-emails', { campaign_id: campaigns[1]! }));
    await enqueue(tx, 'campaigns.plan-emails', { campaign_id: campaigns[2]! });
  });
  expect(await queued('campaigns.plan-emails', own)).toEqual([
    { organization_id: own, campaign_id: campaigns[0] },
    { organization_id: own, campaign_id: campaigns[2] },
  ]);
  expect(await queued('campaigns.plan-emails', other)).toEqual([{ organization_id: other, campaign_id: campaigns[1] }]);
});

test('a job that is queued once for each organisation keeps its key and its queue', async () => {
  const [own, other] = [randomUUID(), randomUUID()];
  const order = (organizationId: string) =>
    inOrganization(organizationId, 'write', (tx) => enqueue(tx, 'automation.run-actions', {}));
  await order(own);
  await order(other);
  await order(own);
  await inSystem((await platform()).db, (tx) => enqueueIn(tx, own, 'automation.run-actions', {}));
  expect(await waiting(own)).toEqual([{ key: `automation:${own}`, queue: `automation:${own}` }]);
  expect(await waiting(other)).toEqual([{ key: `automation:${other}`, queue: `automation:${other}` }]);
  expect(keyPerOrganization('automation.run-actions', own)).toBe(`automation:${own}`);
});

test('a job key of its own is stored with the queue of the organisation', async () => {
  const [own, task_id] = [randomUUID(), randomUUID()];
  await inOrganization(own, 'write', async (tx) => {
    await enqueue(tx, 'bulk.work-through', { task_id });
    await enqueue(tx, 'bulk.work-through', { task_id });
  });
  expect(await waiting(own)).toEqual([{ key: `bulk:${task_id}`, queue: `bulk:${own}` }]);
});

test('without an organisation nothing is queued for one; a payload that does not fit is rejected', async () => {
  const { db } = await platform();
  const nobody = inTenant(db, { organizationId: '', readable: [] }, 'write', (tx) =>
    enqueue(tx, 'learning.send-emails', {}),
  );
  await expect(nobody).rejects.toThrow('invalid input syntax for type uuid');
  const own = randomUUID();
  await expect(
    inOrganization(own, 'write', (tx) => enqueue(tx, 'campaigns.advance', { campaign_id: 'none' })),
  ).rejects.toThrow('Invalid UUID');
  expect(await waiting(own)).toEqual([]);
});

test('a job of no organisation carries none', async () => {
  const { db } = await platform();
  const email = `${randomUUID()}@example.test`;
  await inSystem(db, (tx) => enqueueForInstallation(tx, 'session.send-recovery', { email }));
  const { rows } = await db.owner.query<{ payload: unknown }>(
    `select payload from graphile_worker._private_jobs where payload->>'email' = $1`,
    [email],
  );
  expect(rows).toEqual([{ payload: { email } }]);
});

test('the compiler rejects a transaction of the other kind and an organisation that is passed by hand', () => {
  const wrong = () =>
    inOrganization(randomUUID(), 'write', async (tx) => {
      // @ts-expect-error the transaction has an organisation
      await enqueueIn(tx, randomUUID(), 'learning.send-emails', {});
      // @ts-expect-error the organisation comes from the transaction
      await enqueue(tx, 'learning.send-emails', { organization_id: randomUUID() });
      // @ts-expect-error the organisation comes from the transaction
      await enqueueMany(tx, 'files.remove-bytes', [{ organization_id: randomUUID(), keys: [] }]);
      // @ts-expect-error its key names the organisation, which only enqueue completes
      await enqueueMany(tx, 'learning.send-emails', [{}]);
      // @ts-expect-error the job belongs to no organisation
      await enqueue(tx, 'session.send-recovery', { email: '' });
    });
  const wrongSystem = async () =>
    inSystem((await platform()).db, async (tx) => {
      // @ts-expect-error the transaction has no organisation
      await enqueue(tx, 'learning.send-emails', {});
      // @ts-expect-error the job belongs to an organisation
      await enqueueForInstallation(tx, 'learning.send-emails', {});
    });
  expect([wrong, wrongSystem]).toHaveLength(2);
});

/** Queues the job of these five minutes once; true if it is a new job. */
const once = async (campaign_id: string, slot?: number): Promise<boolean> => {
  const count = () =>
    stored<{ jobs: number }>(
      `select count(*)::int as jobs from graphile_worker._private_jobs where payload->>'campaign_id' = $1`,
      [campaign_id],
    );
  const [before] = await count();
  const part = { campaign_id, since: '2026-01-01T00:00:00Z' };
  const runAt = new Date(Date.now() + 86_400_000);
  await inSystem((await platform()).db, (tx) =>
    enqueueOnce(tx, randomUUID(), 'statistics.count-sent', part, { runAt, ...(slot !== undefined && { slot }) }),
  );
  const [after] = await count();
  return after!.jobs > before!.jobs;
};

test('a job with a key is queued once, and again when the first one runs or has failed for good', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const of = `where payload->>'campaign_id' = $1`;
  expect([await once(a), await once(a), await once(b)]).toEqual([true, false, true]);
  await stored(`update graphile_worker._private_jobs set locked_at = now() ${of}`, [a]);
  await stored(`update graphile_worker._private_jobs set attempts = max_attempts ${of}`, [b]);
  expect([await once(a), await once(a), await once(b)]).toEqual([true, false, true]);
});

test('jobs of different slots wait side by side', async () => {
  const campaign = randomUUID();
  expect([await once(campaign, 1), await once(campaign, 2), await once(campaign, 1)]).toEqual([true, true, false]);
});

test('a waiting job that covers a transaction does not start before it ends', async () => {
  const { db } = await platform();
  const campaign_id = randomUUID();
  await once(campaign_id);
  const free = () =>
    stored(`select from graphile_worker._private_jobs where payload->>'campaign_id' = $1 for update skip locked`, [
      campaign_id,
    ]);
  await inSystem(db, async (tx) => {
    const part = { campaign_id, since: '2026-01-01T00:00:00Z' };
    await enqueueOnce(tx, randomUUID(), 'statistics.count-sent', part, { runAt: new Date() });
    expect(await free()).toHaveLength(0);
  });
  expect(await free()).toHaveLength(1);
});
