/** Seed of the demo's random numbers. */
export const SEED = 20_261_121;

/** A small seeded generator (mulberry32), so that the demo is the same on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, below). */
  below(below: number): number;
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
};

export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, pick: (list) => list[below(list.length)]!, chance: (p) => next() < p };
};

/**
 * A generator seeded by `words`, such as a person and a campaign, so that other draws and their order do not affect
 * it.
 */
export const seededFor = (...words: readonly string[]): Random => {
  let hash = SEED;
  for (const byte of Buffer.from(words.join('\n'))) hash = Math.imul(hash ^ byte, 0x01000193);
  return seeded(hash);
};
