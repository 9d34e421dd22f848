/** Stores a set of names as one number: the position of a name is its bit. The numbers are stored, so positions never change. */
export const bitSet = <const N extends string>(names: readonly N[]) => {
  const bitOf = (name: N): number => 1 << names.indexOf(name);
  return {
    bitOf,
    /** All numbers that contain at least one of these names. */
    numbersWith: (some: readonly N[]): number[] => {
      const wanted = some.reduce((bits, name) => bits | bitOf(name), 0);
      return Array.from({ length: 1 << names.length }, (_, number) => number).filter((number) => number & wanted);
    },
  };
};
