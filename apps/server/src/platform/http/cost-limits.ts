import { type Cost, COST_WINDOW_SECONDS, costLimits } from '@sergak/contract/costs.rules.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { Database } from '../db.ts';
import { AppError } from '../errors.ts';
import { countHit } from '../rate.ts';

export type CostLimits = Readonly<Record<Cost, { readonly person: number; readonly organization: number }>>;
type Owner = { readonly person: string; readonly organization: string };

/**
 * Counts a call that starts costly work, for the person and for the person's organisation, in windows of an hour that all
 * processes share. Rejects with 429 past the limit of either. Limits of work under way at one time are separate.
 */
export const countCost = async (
  db: Database,
  { costs }: Pick<Endpoint, 'costs'>,
  owner: Owner,
  limits: CostLimits = costLimits,
): Promise<void> => {
  if (costs === undefined) return;
  try {
    for (const who of ['person', 'organization'] as const)
      await countHit(db, `cost:${costs}:${who}:${owner[who]}`, {
        most: limits[costs][who],
        seconds: COST_WINDOW_SECONDS,
      });
  } catch (error) {
    if (!(error instanceof AppError) || error.retryAfter === undefined) throw error;
    throw new AppError('request.too_costly', { minutes: Math.ceil(error.retryAfter / 60) }, error.retryAfter);
  }
};
