import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';

const given = new AsyncLocalStorage<() => number>();

/** A random number in [0, 1) for choices such as who gets which email or which questions are drawn. Never for secrets. */
export const chance = (): number => (given.getStore() ?? drawn)();
const drawn = () => randomInt(2 ** 32) / 2 ** 32;

/** Runs `work` with the random numbers of `next`, so that the demo is reproducible. */
export const withChance = <T>(next: () => number, work: () => Promise<T>): Promise<T> => given.run(next, work);
