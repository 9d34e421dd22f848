import { dayIn, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { lockLicence } from './employees.repo.ts';
import { findLicenceEnd } from './licence.query.ts';

/** After its last day a licence lets administrators read and export, but start nothing new. */
export const requireLicence = async (tx: Tx): Promise<void> => {
  const { licence_end, time_zone } = await findLicenceEnd(tx);
  if (licence_end < dayIn(now(), time_zone)) throw new AppError('licence.expired', { end_date: licence_end });
};

/** Returns the number of free seats of the licence, and locks its row. */
export const licenceRoom = async (tx: Tx): Promise<number> => {
  const { users_limit, users_count, given_to_children } = await lockLicence(tx);
  return Math.max(0, users_limit - users_count - given_to_children);
};

/**
 * Throws unless `added` more people fit into the licence, and reserves their seats until the transaction ends. Call it before the
 * people are added; `freed` is the number of people who are removed in the same transaction.
 */
export const takeLicences = async (tx: Tx, added: number, freed = 0): Promise<void> => {
  if (added <= 0) return;
  const { users_limit, users_count, given_to_children } = await lockLicence(tx);
  const room = Math.max(0, users_limit - users_count - given_to_children + freed);
  if (added > room)
    throw new AppError('licence.users_limit', { users_limit, users_count, given_to_children, added, room });
};
