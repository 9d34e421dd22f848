import type { Input } from '@sergak/contract/endpoint.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { changesOf } from '../../platform/audit.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findChildLimits, findLicence } from './organizations.query.ts';
import * as repo from './organizations.repo.ts';
import { requireTimeZone } from './settings.service.ts';
import { countReservedSeats } from './reserved-seats.query.ts';

/**
 * Stores what the first super user of a new installation answers, once.
 */
export const setUpOrganization = async (
  ctx: Ctx,
  input: Input<(typeof organizationsEndpoints)['organizations.set-up']>,
) => {
  const before = await repo.lockOrganization(ctx.tx);
  if (!before.set_up_due) throw new AppError('common.conflict');
  requireTimeZone(input.time_zone);
  const childLimits = await inSystem(ctx.platform.db, (system) => findChildLimits(system, before.id));
  const { license } = await findLicence(ctx.tx, childLimits.limit);
  const taken = license.users_count + (await countReservedSeats(ctx.tx)) + childLimits.limit;
  if (input.users_limit < taken) throw new AppError('licence.users_limit', { taken });
  await repo.updateOrganization(ctx.tx, {
    ...input,
    set_up_due: false,
    version: before.version + 1,
  });
  return new Logged(
    { set_up_due: false },
    { kind: 'organization', id: before.id, title: input.title, changes: changesOf(before, input) },
  );
};
