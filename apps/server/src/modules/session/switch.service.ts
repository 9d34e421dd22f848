import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import { writeAudit } from '../../platform/audit.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { asOrganization, inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { listBelow } from './session.query.ts';
import { actIn } from './session.repo.ts';

/** Where the caller may act: the own organisation and all below it. */
export const listOrganizations = async ({ platform, viewer }: Ctx) => ({
  data: await inSystem(platform.db, (tx) => listBelow(tx, viewer.homeOrganizationId)),
});

/**
 * Makes the session act in another organisation: one below the own, or the own again. What the person may do stays what
 * the role says. Each organisation that is entered or left has the line in its own log.
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
  others.delete(viewer.homeOrganizationId); // has its line from the executor
  for (const id of others) await asOrganization(tx, id, () => writeAudit(tx, act, entry));
  return new Logged({ id: target.id, title: target.title }, entry);
};
