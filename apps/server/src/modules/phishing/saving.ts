import { AppError } from '../../platform/errors.ts';

/** Throws a conflict if another person has saved meanwhile. Callers that send no version overwrite the current one. */
export const requireVersion = (current: { version: number }, version: number | undefined): void => {
  if (version !== undefined && version !== current.version)
    throw new AppError('common.stale_version', { current: current.version });
};

/** Changes for the audit log: [before, after] of each field that differs. Long texts are truncated. */
export const changesOf = (before: object, changes: object): Record<string, [unknown, unknown]> => {
  const short = (value: unknown) =>
    typeof value === 'string' && value.length > 300 ? `${value.slice(0, 300)}…` : (value ?? null);
  const found: Record<string, [unknown, unknown]> = {};
  for (const [field, value] of Object.entries(changes)) {
    const old = (before as Record<string, unknown>)[field];
    if (value !== undefined && JSON.stringify(old) !== JSON.stringify(value)) found[field] = [short(old), short(value)];
  }
  return found;
};
