import { AppError } from '../../platform/errors.ts';

/** Refuses to overwrite what somebody else saved meanwhile. Callers that send no version take what is there. */
export const requireVersion = (current: { version: number }, version: number | undefined): void => {
  if (version !== undefined && version !== current.version)
    throw new AppError('common.stale_version', { current: current.version });
};

/** What changed, for the action log: [before, after] of each field that differs. Long texts are cut. */
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
