import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';

const given = new AsyncLocalStorage<() => number>();

/** A number in [0, 1) for what chance decides: who gets which email, which questions are drawn. Never for a secret. */
export const chance = (): number => (given.getStore() ?? drawn)();
const drawn = () => randomInt(2 ** 32) / 2 ** 32;

/** Runs `work` with the numbers of `next` in the place of chance: the demo comes out the same each time. */
export const withChance = <T>(next: () => number, work: () => Promise<T>): Promise<T> => given.run(next, work);
