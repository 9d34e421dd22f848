import { changesOf } from '../../platform/audit.ts';

const short = (value: unknown) => (typeof value === 'string' && value.length > 300 ? `${value.slice(0, 300)}…` : value);

/** Changes for the audit log, with the beginning of long texts. Undefined values change nothing. */
export const shortChanges = (before: object, changes: object): Record<string, [unknown, unknown]> => {
  const names = Object.keys(changes).filter((field) => changes[field as keyof typeof changes] !== undefined);
  const pairs = Object.entries(changesOf(before, changes, names));
  return Object.fromEntries(pairs.map(([field, pair]) => [field, [short(pair![0]), short(pair![1])]]));
};
