import { randomUUID } from 'node:crypto';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { actionLog, inOrganization, openTransactions, platform, sessionOf, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { Logged, type OwnCtx } from '../context.ts';
import { execute } from './execute.ts';

// Calls that open their own transactions, tested with correct and faulty handlers.

const verify = 'organizations.domain-verify';
const domain = 'zavod.test';
const answer = { domain, proof: 'p', verified_at: null, lost_at: null, people: 0 };

/** Makes a call of the contract with a handler of this test. */
const run = async (person: Person, handle: (ctx: OwnCtx) => Promise<unknown>, key: string | null = null) =>
  execute(
    {
      platform: await platform(),
      route: { id: verify, endpoint: endpoints[verify], handle: handle as never, view: async () => null, guard: null },
      session: sessionOf(person),
      request: { id: 'test', address: '127.0.0.1', userAgent: 'test' },
      cookie: { set() {}, clear() {} },
      uploads: {},
      idempotencyKey: key,
    },
    { params: { domain }, query: {}, body: undefined },
  );
const rename = (ctx: OwnCtx, title: string) => (tx: Parameters<Parameters<OwnCtx['run']>[1]>[0]) =>
  tx
    .updateTable('organizations')
    .set({ title })
    .where('id', '=', ctx.viewer.scope.organizationId)
    .execute()
    .then(() => new Logged(answer, { kind: 'domain', title: domain }));
const titleOf = (organizationId: string) =>
  inOrganization(organizationId, 'read', async (tx) => {
    const row = await tx.selectFrom('organizations').select('title').executeTakeFirstOrThrow();
    return row.title;
  });

test('no transaction is open between those of the call, and the last one writes the audit entry', async () => {
  const administrator = await make.operator(await make.organization());
  const between: unknown[] = [];
  const output = await run(administrator, async (ctx) => {
    await ctx.run('read', async () => {
      expect((await openTransactions()).length).toBeGreaterThan(0); // the query does notice an open transaction
    });
    between.push(...(await openTransactions()));
    return ctx.finish(rename(ctx, 'После'));
  });
  expect(between).toEqual([]);
  expect(output).toEqual(answer);
  expect(await titleOf(administrator.organization_id)).toBe('После');
  expect(await actionLog(administrator.organization_id)).toMatchObject([{ action: 'organization.domain_verified' }]);
});

test('a logged call that ends without its last transaction is an error', async () => {
  const administrator = await make.operator(await make.organization());
  await expect(run(administrator, async () => answer)).rejects.toThrow(/without its audit entry/);
  await expect(run(administrator, async () => new Logged(answer, { kind: 'domain', title: domain }))).rejects.toThrow(
    /without its audit entry/,
  );
  expect(await actionLog(administrator.organization_id)).toEqual([]);
});

test('a failed last transaction writes and logs nothing, and no transaction may follow it', async () => {
  const administrator = await make.operator(await make.organization({ title: 'Прежде' }));
  const rejected = run(administrator, (ctx) =>
    ctx.finish(async (tx) => {
      await rename(ctx, 'После')(tx);
      throw new Error('rejected');
    }),
  );
  await expect(rejected).rejects.toThrow('rejected');
  expect([await titleOf(administrator.organization_id), await actionLog(administrator.organization_id)]).toEqual([
    'Прежде',
    [],
  ]);
  const late = run(administrator, async (ctx) => {
    await ctx.finish(rename(ctx, 'После'));
    return ctx.run('write', rename(ctx, 'Позже'));
  });
  await expect(late).rejects.toThrow(/opened a transaction after its last one/);
  expect(await titleOf(administrator.organization_id)).toBe('После');
});

test('a read transaction cannot write', async () => {
  const administrator = await make.operator(await make.organization());
  await expect(run(administrator, (ctx) => ctx.run('read', rename(ctx, 'После')))).rejects.toThrow(/read-only/);
});

test('a repeated key returns the stored answer; the call is executed and logged once', async () => {
  const administrator = await make.operator(await make.organization());
  const key = randomUUID();
  let calls = 0;
  const handle = (ctx: OwnCtx) => {
    calls += 1;
    return ctx.finish(rename(ctx, `Раз ${calls}`));
  };
  expect(await run(administrator, handle, key)).toEqual(answer);
  expect(await run(administrator, handle, key)).toEqual(answer);
  expect([calls, await titleOf(administrator.organization_id)]).toEqual([1, 'Раз 1']);
  const sharedKey = randomUUID();
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  // Two calls at once with one key: both have looked for an answer before either has ended.
  const meet = async (ctx: OwnCtx) => {
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    return ctx.finish(rename(ctx, 'Вдвоём'));
  };
  expect(await Promise.all([run(administrator, meet, sharedKey), run(administrator, meet, sharedKey)])).toEqual([
    answer,
    answer,
  ]);
  expect(await actionLog(administrator.organization_id)).toHaveLength(2);
});
