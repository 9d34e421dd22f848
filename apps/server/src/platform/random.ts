import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';

const override = new AsyncLocalStorage<() => number>();

/** A random number in [0, 1) for choices such as who gets which email or which questions are drawn. Never for secrets. */
export const randomNumber = (): number => (override.getStore() ?? secureNumber)();
const secureNumber = () => randomInt(2 ** 32) / 2 ** 32;

/** Runs `work` with the random numbers of `next`, so that the demo is reproducible. */
export const withRandomNumbers = <T>(next: () => number, work: () => Promise<T>): Promise<T> =>
  override.run(next, work);
