import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { isTimeZone, limitFields } from '@sergak/contract/organizations/organizations.rules.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { changesOf } from '../../platform/audit.ts';
import { requireVersion } from '../../platform/version.ts';
import { countApprovers } from '../campaigns/public.ts';
import { reportLoosened } from './loosened.service.ts';
import { findChildLimits, findLicence, findOrganization } from './organizations.query.ts';
import { requireProof, requireSecondStep, notifyTwoFactorOff } from '../session/public.ts';
import { readMailSettings } from '../settings/public.ts';
import * as repo from './organizations.repo.ts';

type In<K extends keyof typeof organizationsEndpoints> = Input<(typeof organizationsEndpoints)[K]>;

/** The licence: places used by the organisation, and places given to its children. */
export const readLicence = async ({ tx, platform, viewer }: Ctx) => {
  const childLimits = await inSystem(platform.db, (system) => findChildLimits(system, viewer.scope.organizationId));
  return findLicence(tx, childLimits.limit);
};

/** The organisation of the transaction; throws `organization.not_found` if it has no row. */
export const readOrganization = async (ctx: Ctx) => {
  const found = await findOrganization(ctx.tx);
  if (!found) throw new AppError('organization.not_found');
  return found;
};

/** An organisation with its licence, for its page. */
export const readOrganizationPage = async (ctx: Ctx, input: { id: string }) => {
  const found = await readOrganization(ctx);
  const childLimits = await inSystem(ctx.platform.db, (system) => findChildLimits(system, input.id));
  const { license } = await findLicence(ctx.tx, childLimits.limit);
  return { ...found, license, children_count: childLimits.count, approvers_count: await countApprovers(ctx.tx) };
};

export const requireTimeZone = (name: string | undefined): void => {
  if (name !== undefined && !isTimeZone(name)) throw new AppError('organization.time_zone', { time_zone: name });
};

type Own = Omit<In<'organizations.save'>, 'version'>;
type Locked = Awaited<ReturnType<typeof repo.lockOrganization>>;

/** Rules of signing in and limits of simulations: system administrators and above change them (decision 0150). */
const guardedFields = ['consent_required', 'reveal_unknown_email', ...limitFields] as const;

/**
 * Rejects working hours that end before they begin, an unknown time zone, and changes that need a higher role than the
 * caller's.
 */
export const requireValidChange = ({ viewer }: Ctx, before: Locked, change: Own): void => {
  if (!isAtLeast(viewer.role, 'system_admin') && guardedFields.some((field) => field in changesOf(before, change)))
    throw new AppError('session.forbidden');
  const [from, to] = [change.work_from ?? before.work_from, change.work_to ?? before.work_to];
  if (from >= to) throw new AppError('organization.working_hours', { work_from: from, work_to: to });
  requireTimeZone(change.time_zone);
};

/** A limit that somebody sets is in force at once, other than the one of a new organisation. */
export const markOwnLimit = (before: Locked, change: Own): { approval_is_default?: false } =>
  'approval_above' in changesOf(before, change) ? { approval_is_default: false } : {};

/** Saves an administrator's change; a stale version is rejected, so another person's change is not overwritten. */
export const saveOrganization = async (ctx: Ctx, input: In<'organizations.save'>) => {
  const before = await repo.lockOrganization(ctx.tx);
  const { version, ...change } = input;
  requireVersion(before, version);
  requireValidChange(ctx, before, change);
  await repo.updateOrganization(ctx.tx, { ...change, ...markOwnLimit(before, change), version: version + 1 });
  // The days of a person's emails are days of the organisation.
  if (changesOf(before, change)['time_zone'])
    await enqueue(ctx.tx, 'statistics.refresh-people', { employee_ids: null });
  await reportLoosened(ctx, before, change);
  return new Logged(await readOrganization(ctx), {
    kind: 'organization',
    id: before.id,
    title: change.title ?? before.title,
    changes: changesOf(before, change),
  });
};

/**
 * Switches two-factor authentication by email on or off for all people. Switching it off needs a proof of identity and is
 * reported to the administrators; switching it on ends the sessions that began without a code.
 */
export const setTwoFactor = async (ctx: Ctx, { active, password }: In<'organizations.two-factor'>) => {
  if (!active) await requireProof(ctx, password);
  const before = await repo.lockOrganization(ctx.tx);
  if (before.two_factor !== active) {
    await repo.updateOrganization(ctx.tx, { two_factor: active });
    if (active) await requireSecondStep(ctx, (await readMailSettings(ctx)).mode === 'server');
    else await notifyTwoFactorOff(ctx.tx, ctx.viewer);
  }
  return new Logged(
    { two_factor: active },
    { kind: 'organization', id: before.id, title: before.title, changes: { two_factor: [before.two_factor, active] } },
  );
};

/** The kill switch. The send engine checks it before each email, so sending stops within seconds. */
export const switchSending = async (ctx: Ctx, input: { paused: boolean }) => {
  const before = await repo.lockOrganization(ctx.tx);
  await repo.updateOrganization(ctx.tx, { sending_paused: input.paused });
  await reportLoosened(ctx, before, { sending_paused: input.paused });
  return new Logged(
    { sending_paused: input.paused },
    {
      kind: 'organization',
      id: before.id,
      title: before.title,
      changes: { sending_paused: [before.sending_paused, input.paused] },
    },
  );
};
