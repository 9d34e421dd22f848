import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { firstOf, onDatabase, RUNNING, signIn, WITH_SMALL_DEMO, type SignIn } from './first-start.ts';

// Separate from first-start.slow.test.ts so that another worker can run it: this test creates a demo organisation twice. The
// browser tests start the product with the demo of a whole year.

test('a start that is killed while it creates the demo: the next start creates the demo again, complete, with working sign-ins', async () => {
  const { data, start, ask } = await onDatabase({ SERGAK_DEMO: 'true' }, WITH_SMALL_DEMO);
  const demo = () => ask('select id from organizations where is_demo order by cardinality(path)');
  const half = start();
  const lived = async () => (await ask(`select from campaigns where status = 'completed'`)).length;
  await vi.waitFor(async () => expect(await lived()).toBeGreaterThan(0), { timeout: 120_000, interval: 100 });
  await half.end('SIGKILL');
  const left = (await demo()).map(({ id }) => id);
  expect(left).not.toEqual([]);

  const good = start();
  await good.until(RUNNING);
  expect(await ask('select demo_unfinished from first_start')).toEqual([{ demo_unfinished: false }]);
  const whole = await demo();
  expect([whole.length, whole.some(({ id }) => left.includes(id))]).toEqual([4, false]);
  expect(await ask('select from organizations where removal_started_at is not null or starter_due')).toEqual([]);
  const signIns = JSON.parse(readFileSync(join(data, 'demo-sign-ins.json'), 'utf8')) as SignIn[];
  expect(signIns).toHaveLength(5);
  for (const one of [...signIns, firstOf(good)]) expect([one, await signIn(good, one)]).toEqual([one, 200]);
}, 600_000);
