import { startProduct } from '../e2e/server.ts';
import { machineFacts, median, round, writeResults } from './lib.ts';

// Time from the command to the printed addresses: for a fresh installation and for an existing one.
const ROUNDS = 3;
const facts = machineFacts();

const timed = async (env: Record<string, string>, data?: string) => {
  const since = performance.now();
  const product = await startProduct(env, data);
  return { seconds: (performance.now() - since) / 1000, product };
};

const fresh: number[] = [];
const again: number[] = [];
for (let n = 0; n < ROUNDS; n += 1) {
  const first = await timed({ SERGAK_DEMO: 'false' });
  fresh.push(first.seconds);
  await first.product.stop(true);
  const second = await timed({ SERGAK_DEMO: 'false' }, first.product.data);
  again.push(second.seconds);
  await second.product.stop();
}
const demo = await timed({});
await demo.product.stop();

writeResults(
  'start-up',
  facts,
  [
    {
      name: 'fresh, starter content without the demo',
      value: round(median(fresh)),
      unit: 's',
      bar: 'none set',
      reached: true,
    },
    { name: 'again', value: round(median(again)), unit: 's', bar: 'none set', reached: true },
    {
      name: 'again : fresh',
      value: round(median(again) / median(fresh)),
      unit: '×',
      bar: '< 1',
      reached: median(again) < median(fresh),
    },
    { name: 'fresh with the demo', value: round(demo.seconds), unit: 's', bar: 'none set', reached: true },
  ],
  { fresh, again, demo: demo.seconds },
);
