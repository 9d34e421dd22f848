import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import { writeAudit } from '../../platform/audit.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization, inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { listBelow } from './session.query.ts';
import { actIn } from './session.repo.ts';

/** Organisations where the caller may act: the home organisation and its descendants. */
export const listOrganizations = async ({ platform, viewer }: Ctx) => ({
  data: await inSystem(platform.db, (tx) => listBelow(tx, viewer.homeOrganizationId)),
});

/**
 * Switches the session to a descendant of the home organisation, or back. The permissions of the role do not change. Each
 * organisation that is entered or left gets an entry in its own audit log.
 */
export const switchOrganization = async (ctx: Ctx, input: { organization_id: string }) => {
  const { viewer, tx } = ctx;
  const { data } = await listOrganizations(ctx);
  const target = data.find((one) => one.id === input.organization_id);
  if (!target) throw new AppError('organization.not_found');
  const from = viewer.scope.organizationId;
  await actIn(tx, ctx.tokenHash, target.id);
  const entry: AuditEntry = {
    kind: 'organization',
    id: target.id,
    title: target.title,
    changes: { organization: [data.find((one) => one.id === from)?.title, target.title] },
  };
  const others = new Set([from, target.id]);
  const act = {
    action: 'session.organization_switched',
    actorId: viewer.id,
    actorName: viewer.name,
    address: ctx.request.address,
  };
  others.delete(viewer.homeOrganizationId); // the executor writes its entry
  for (const id of others) await asOrganization(tx, id, () => writeAudit(tx, act, entry));
  return new Logged({ id: target.id, title: target.title }, entry);
};
