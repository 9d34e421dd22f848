import type { StaleDetails } from '@sergak/contract/error-details.ts';
import { AppError } from './errors.ts';

type Versioned = { readonly version: number } | undefined;

/** The error of a change of something that another person has changed since it was read. */
export const staleVersion = (details?: StaleDetails): AppError => new AppError('common.stale_version', details);

const isStale = (stored: Versioned, version: number | undefined): boolean =>
  version !== undefined && version !== (stored?.version ?? 0);

/**
 * Rejects the change of another version than the stored one. What is not stored yet has version 0; a caller that sends no version
 * overwrites the stored one.
 */
export const requireVersion = (stored: Versioned, version: number | undefined): void => {
  if (isStale(stored, version)) throw staleVersion({ version: stored?.version ?? 0 });
};

/** As `requireVersion`, with an error that shows what is stored now, and what changed since then. */
export const requireVersionOrShow = async (
  stored: Versioned,
  version: number | undefined,
  show: () => Promise<Omit<StaleDetails, 'version'>>,
): Promise<void> => {
  if (isStale(stored, version)) throw staleVersion({ version: stored?.version ?? 0, ...(await show()) });
};
