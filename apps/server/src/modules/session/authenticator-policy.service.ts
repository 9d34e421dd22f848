import type { Input } from '@sergak/contract/endpoint.ts';
import type { authenticatorEndpoints } from '@sergak/contract/session/authenticator.endpoints.ts';
import type { PolicyRole } from '@sergak/contract/session/session.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as repo from './authenticators.repo.ts';

type In = Input<(typeof authenticatorEndpoints)['authenticator.save-policy']>;

/** Which roles must have an authenticator app, and how many people still have none. */
export const readPolicy = async ({ tx }: Pick<Ctx, 'tx'>) => {
  const stored = await repo.findPolicy(tx);
  const roles = (stored?.roles ?? []) as PolicyRole[];
  const due_on = roles.length > 0 ? stored!.due_on : null;
  return { roles, due_on, version: stored?.version ?? 0, ...(await repo.countPeople(tx, roles)) };
};

/** Changes the policy. It applies at the next sign-in; sessions that are open continue. */
export const savePolicy = async (ctx: Ctx, { roles, due_on, version }: In) => {
  const { tx, viewer } = ctx;
  if (roles.length > 0 && due_on === null)
    throw new AppError('request.invalid', [{ field: 'due_on', code: 'missing' }]);
  const before = await repo.lockPolicy(tx);
  if ((before?.version ?? 0) !== version) throw new AppError('common.stale_version');
  const kept = due_on ?? before?.due_on;
  if (kept !== undefined) await repo.putPolicy(tx, { roles, due_on: kept, version: version + 1 });
  return new Logged(await readPolicy(ctx), {
    kind: 'organization',
    id: viewer.scope.organizationId,
    changes: {
      authenticator_roles: [before?.roles ?? [], roles],
      authenticator_due_on: [
        before && before.roles.length > 0 ? before.due_on : null,
        roles.length > 0 ? due_on : null,
      ],
    },
  });
};
