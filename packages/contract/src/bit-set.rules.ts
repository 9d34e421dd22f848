/** A set of these names is kept as one number: each name has a bit of it, by its place. Stored, so places never change. */
export const bitSet = <const N extends string>(names: readonly N[]) => {
  const bitOf = (name: N): number => 1 << names.indexOf(name);
  return {
    bitOf,
    /** Every such number that has at least one of these names. */
    numbersWith: (some: readonly N[]): number[] => {
      const asked = some.reduce((bits, name) => bits | bitOf(name), 0);
      return Array.from({ length: 1 << names.length }, (_, number) => number).filter((number) => number & asked);
    },
  };
};
