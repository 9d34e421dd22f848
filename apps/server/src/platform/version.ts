import { AppError } from './errors.ts';

/** Rejects a change of something that another person has changed since it was read. What is not stored yet has version 0. */
export const requireVersion = (
  stored: { readonly version: number } | undefined,
  version: number,
  current?: unknown,
): void => {
  if ((stored?.version ?? 0) !== version)
    throw new AppError('common.stale_version', current === undefined ? undefined : { current });
};
