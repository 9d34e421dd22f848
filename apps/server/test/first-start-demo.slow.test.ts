import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { onDatabase, readSignIns, RUNNING, signIn, WITH_SMALL_DEMO, type SignIn } from './first-start.ts';

// Separate from first-start.slow.test.ts so that another worker can run it: this test makes a demo organisation almost twice.

const demoSignIns = (data: string) => readSignIns<SignIn[]>(data, 'demo-sign-ins.json');

test('the portal answers before the demo is made; killed meanwhile, nothing of it is left; the next start makes it, with working sign-ins', async () => {
  const { data, start, ask } = await onDatabase({ SERGAK_DEMO: 'true', SERGAK_LOG_LEVEL: 'info' }, WITH_SMALL_DEMO);
  const demo = () => ask('select id from organizations where is_demo');
  const half = start();
  await half.until(RUNNING);
  expect(half.printed()).toContain('Demo organisation: it is made in the background');
  expect(await signIn(half, half.first())).toBe(200);
  await half.until('the demo organisation: 70 %');
  expect(await demo()).toEqual([]);
  expect(await ask('select demo_progress >= 70 as far from first_start')).toEqual([{ far: true }]);
  expect(demoSignIns(data)).toBeNull();
  await half.end('SIGKILL');
  await vi.waitFor(() => expect(existsSync(join(data, 'demo-draft'))).toBe(false), { timeout: 30_000 });

  const good = start();
  await good.until('The demo organisation is ready');
  expect(await demo()).toHaveLength(4);
  expect(await ask('select demo_progress from first_start')).toEqual([{ demo_progress: null }]);
  expect(await ask('select from organizations where removal_started_at is not null or starter_due')).toEqual([]);
  expect(existsSync(join(data, 'demo-draft'))).toBe(false);
  const signIns = demoSignIns(data)!;
  expect(signIns).toHaveLength(5);
  expect(statSync(join(data, 'demo-sign-ins.json')).mode & 0o777).toBe(0o600);
  for (const one of signIns) {
    expect([one, await signIn(good, one)]).toEqual([one, 200]);
    expect(good.printed()).not.toContain(one.password);
  }
}, 900_000);

test('of two nodes that start together, one makes the demo, and both know its sign-ins', async () => {
  const { data, start, ask } = await onDatabase({ SERGAK_DEMO: 'true', SERGAK_LOG_LEVEL: 'info' }, WITH_SMALL_DEMO);
  const secret = { SERGAK_SECRET: 'a secret of at least thirty-two characters' };
  const other = join(data, 'other');
  const nodes = [start(secret), start({ ...secret, SERGAK_DATA: other })];
  for (const node of nodes) await node.until('The demo organisation is ready');
  expect(await ask('select from organizations where is_demo')).toHaveLength(4);
  expect(nodes.filter((node) => node.printed().includes('the demo organisation: 70 %'))).toHaveLength(1);
  expect(demoSignIns(data)).toEqual(demoSignIns(other));
  expect(demoSignIns(data)).toHaveLength(5);
}, 900_000);
