import type { Language } from '@sergak/contract/session/session.schema.ts';

export const changeKinds = ['added', 'changed', 'fixed'] as const;
type Change = Readonly<Record<Language, string>> & {
  readonly kind: (typeof changeKinds)[number];
  /** The chapter of the instructions about it. */
  readonly chapter?: string;
};
export type Release = {
  readonly version: string;
  /** Day of the release; null while the release is in preparation. */
  readonly date: string | null;
  readonly changes: readonly Change[];
};

const partsOf = (version: string): number[] => version.split('.').map(Number);
/** Compares versions by their numbers, not as texts: 0.10.0 is newer than 0.9.0. */
const compareVersions = (a: string, b: string): number => {
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, i) => part !== right[i]);
  return at === -1 ? 0 : left[at]! - (right[at] ?? 0);
};
export const newestFirst = (versions: readonly string[]): string[] =>
  versions.toSorted((a, b) => compareVersions(b, a));
/** Whether a release came after the newest one that the person has seen. */
export const isUnseen = (version: string, seen: string | null): boolean =>
  seen === null || compareVersions(version, seen) > 0;
