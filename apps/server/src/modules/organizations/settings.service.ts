import type { Input } from '@sergak/contract/endpoint.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findLicence, findOrganization, sumOfChildLimits } from './organizations.query.ts';
import * as repo from './organizations.repo.ts';

type In<K extends keyof typeof organizationsEndpoints> = Input<(typeof organizationsEndpoints)[K]>;

/** The licence: what is used here, and what was given to child organisations. */
export const readLicence = async ({ tx, platform, viewer }: Ctx) => {
  const given = await inSystem(platform.db, (system) => sumOfChildLimits(system, viewer.scope.organizationId));
  return findLicence(tx, given);
};

/** The organisation of the transaction; elsewhere there is none. */
export const readOrganization = async (ctx: Ctx) => {
  const found = await findOrganization(ctx.tx);
  if (!found) throw new AppError('organization.not_found');
  return found;
};

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** Saves what an administrator changed; whoever saved in between is not overwritten. */
export const saveOrganization = async (ctx: Ctx, input: In<'organizations.save'>) => {
  const before = await repo.lockOrganization(ctx.tx);
  if (before.version !== input.version) throw new AppError('common.stale_version');
  const { version, ...change } = input;
  const [from, to] = [change.work_from ?? before.work_from, change.work_to ?? before.work_to];
  if (from >= to) throw new AppError('organization.working_hours', { work_from: from, work_to: to });
  if (change.time_zone && !isTimeZone(change.time_zone))
    throw new AppError('organization.time_zone', { time_zone: change.time_zone });
  await repo.updateOrganization(ctx.tx, { ...change, version: version + 1 });
  const changes = Object.fromEntries(
    Object.entries(change)
      .filter(([name, value]) => JSON.stringify(before[name as keyof typeof before]) !== JSON.stringify(value))
      .map(([name, value]) => [name, [before[name as keyof typeof before], value]]),
  );
  return new Logged(await readOrganization(ctx), before.id, changes);
};

/** Everybody's next sign-in asks for a code by e-mail, or no longer does. */
export const setTwoFactor = async (ctx: Ctx, input: { active: boolean }) => {
  const before = await repo.lockOrganization(ctx.tx);
  await repo.updateOrganization(ctx.tx, { two_factor: input.active });
  return new Logged({ two_factor: input.active }, before.id, { two_factor: [before.two_factor, input.active] });
};

/** The kill switch. The send engine asks for it before each letter, so nothing new leaves within seconds. */
export const switchSending = async (ctx: Ctx, input: { paused: boolean }) => {
  const before = await repo.lockOrganization(ctx.tx);
  await repo.updateOrganization(ctx.tx, { sending_paused: input.paused });
  return new Logged({ sending_paused: input.paused }, before.id, {
    sending_paused: [before.sending_paused, input.paused],
  });
};
