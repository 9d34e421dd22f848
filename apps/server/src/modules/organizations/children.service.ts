import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { changesOf, writeAudit } from '../../platform/audit.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization, inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { requireVersion } from '../../platform/version.ts';
import { addFirstAdministrator, takeLicences } from '../employees/public.ts';
import { addDefaults } from './organizations.service.ts';
import { findChildLimits, findLicence, listChildren, listChildLimits, noChildLimits } from './organizations.query.ts';
import { reportLoosened } from './loosened.service.ts';
import * as repo from './organizations.repo.ts';
import { markOwnLimit, readOrganizationPage, requireValidChange, requireTimeZone } from './settings.service.ts';
import { countReservedSeats } from './reserved-seats.query.ts';
import { settleNotifications } from '../notifications/public.ts';
import { endingLicence } from './waiting.query.ts';

type In<K extends keyof typeof organizationsEndpoints> = Input<(typeof organizationsEndpoints)[K]>;

/** Throws unless the id is a descendant of the current organisation. */
export const requireBelow = ({ viewer }: Ctx, id: string): void => {
  if (id === viewer.scope.organizationId || !viewer.scope.readable.includes(id))
    throw new AppError('organization.not_found');
};

/** Children of an organisation, each with its used places: its own people and the places it gave to its children. */
const childrenOf = async ({ tx, platform }: Ctx, parentId: string, only?: string) => {
  const rows = await listChildren(tx, parentId, only);
  const limits = await inSystem(platform.db, (system) =>
    listChildLimits(
      system,
      rows.map(({ id }) => id),
    ),
  );
  return rows.map((row) => {
    const { limit, count } = limits.get(row.id) ?? noChildLimits;
    return { ...row, license: { ...row.license, children_limit: limit }, children_count: count };
  });
};

/** Children of the current organisation, or of one of its descendants. */
export const readChildren = async (ctx: Ctx, input: In<'organizations.children'>) => {
  const { viewer } = ctx;
  const parent = input.parent_id ?? viewer.scope.organizationId;
  if (!viewer.scope.readable.includes(parent)) throw new AppError('organization.not_found');
  return { data: await childrenOf(ctx, parent) };
};

type Days = { start: string; end: string };
const requireWithin = (inner: Days, outer: Days): void => {
  if (inner.start > inner.end || inner.start < outer.start || inner.end > outer.end)
    throw new AppError('organization.licence_dates', { earliest: outer.start, latest: outer.end });
};

/** Writes into the audit log of another organisation, so that its people also see who changed it. */
const logInOrganization = (ctx: Ctx, id: string, action: string, entry: AuditEntry) =>
  asOrganization(ctx.tx, id, () =>
    writeAudit(
      ctx.tx,
      { action, actorId: ctx.viewer.id, actorName: ctx.viewer.name, address: ctx.request.address },
      entry,
    ),
  );

/**
 * Creates a child organisation within the free places and dates of the parent's licence, with the default department and
 * tags. An optional first administrator gets a registration email. A job installs the starter courses and templates.
 */
export const createChild = async (ctx: Ctx, input: In<'organizations.create-child'>) => {
  const { tx, viewer } = ctx;
  const parentId = input.parent_id ?? viewer.scope.organizationId;
  if (!viewer.scope.readable.includes(parentId)) throw new AppError('organization.not_found');
  requireTimeZone(input.time_zone);
  const parent = await asOrganization(tx, parentId, async () => {
    const row = await repo.lockOrganization(tx);
    if (row.removal_started_at) throw new AppError('organization.not_found');
    await takeLicences(tx, input.users_limit);
    return row;
  });
  requireWithin(
    { start: input.start_date, end: input.end_date },
    { start: parent.licence_start, end: parent.licence_end },
  );
  const id = randomUUID();
  const entry: AuditEntry = {
    kind: 'organization',
    id,
    title: input.title,
    changes: {
      title: [null, input.title],
      users_limit: [null, input.users_limit],
      licence_start: [null, input.start_date],
      licence_end: [null, input.end_date],
    },
  };
  const child = await asOrganization(tx, id, async () => {
    await repo.insertOrganization(tx, {
      id,
      parent: { id: parentId, path: parent.path },
      title: input.title,
      language: input.language,
      timeZone: input.time_zone,
      usersLimit: input.users_limit,
      licenceStart: input.start_date,
      licenceEnd: input.end_date,
      brandColor: parent.brand_color,
      starterDue: true,
    });
    await addDefaults(tx);
    if (input.administrator) await addFirstAdministrator(ctx, input.administrator);
    await enqueue(tx, 'organizations.install-starter', { language: input.language });
    return (await childrenOf(ctx, parentId, id))[0]!;
  });
  await logInOrganization(ctx, id, 'organization.created', entry);
  return new Logged(child, entry);
};

/** Changes a descendant and its licence: not below what the descendant uses, nor beyond what its parent has left. */
export const saveChild = async (ctx: Ctx, input: In<'organizations.save-child'>) => {
  const { tx } = ctx;
  const { id, version, users_limit, start_date, end_date, ...own } = input;
  requireBelow(ctx, id);
  const parentId = await asOrganization(tx, id, () => repo.findParent(tx));
  if (!parentId) throw new AppError('organization.not_found');
  // The parent is always locked first, so two changes of one licence wait for each other instead of deadlocking.
  const parent = await asOrganization(tx, parentId, () => repo.lockOrganization(tx));
  const before = await asOrganization(tx, id, () => repo.lockOrganization(tx));
  if (before.removal_started_at) throw new AppError('organization.not_found');
  requireVersion(before, version);
  requireValidChange(ctx, before, own);
  const days = { start: start_date ?? before.licence_start, end: end_date ?? before.licence_end };
  const childLimits = await inSystem(ctx.platform.db, (system) => findChildLimits(system, id));
  if (start_date !== undefined || end_date !== undefined) {
    requireWithin(days, { start: parent.licence_start, end: parent.licence_end });
    if (childLimits.first !== null) requireWithin({ start: childLimits.first, end: childLimits.last! }, days);
  }
  const limit = users_limit ?? before.users_limit;
  if (limit > before.users_limit)
    await asOrganization(tx, parentId, () => takeLicences(tx, limit - before.users_limit));
  const change = { ...own, users_limit: limit, licence_start: days.start, licence_end: days.end };
  const page = await asOrganization(tx, id, async () => {
    if (limit < before.users_limit) await requireLimitCoversUse(ctx, limit, childLimits.limit);
    await repo.updateOrganization(tx, { ...change, ...markOwnLimit(before, own), version: before.version + 1 });
    await reportLoosened(ctx, before, own);
    if (days.end !== before.licence_end) await settleNotifications(tx, endingLicence);
    return readOrganizationPage(ctx, { id });
  });
  const changes = changesOf(before, change);
  const entry: AuditEntry = { kind: 'organization', id, title: change.title ?? before.title, changes };
  await logInOrganization(ctx, id, 'organization.changed', entry);
  return new Logged(page, entry);
};

/** Throws if the organisation's people plus the limits of its children exceed the new limit. */
const requireLimitCoversUse = async ({ tx }: Ctx, limit: number, given: number): Promise<void> => {
  const { license } = await findLicence(tx, given);
  const users_count = license.users_count + (await countReservedSeats(tx));
  if (users_count + given > limit)
    throw new AppError('licence.users_limit', {
      users_limit: limit,
      users_count,
      given_to_children: given,
      added: 0,
      room: 0,
    });
};
