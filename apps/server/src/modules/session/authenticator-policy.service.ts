import type { Input } from '@sergak/contract/endpoint.ts';
import type { authenticatorEndpoints } from '@sergak/contract/session/authenticator.endpoints.ts';
import { loosensPolicy, type PolicyRole } from '@sergak/contract/session/authenticator-policy.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import * as repo from './authenticators.repo.ts';
import { notifyAdministrators } from './notices.service.ts';
import { requireProof } from './proof.service.ts';

type In = Input<(typeof authenticatorEndpoints)['authenticator.save-policy']>;

type Stored = Awaited<ReturnType<typeof repo.findPolicy>>;
/** The roles and the day of a stored policy; without roles there is no day. */
const policyOf = (stored: Stored) => {
  const roles = (stored?.roles ?? []) as PolicyRole[];
  return { roles, due_on: roles.length > 0 ? stored!.due_on : null };
};

/** Which roles must have an authenticator app, and how many people still have none. */
export const readPolicy = async ({ tx }: Pick<Ctx, 'tx'>) => {
  const stored = await repo.findPolicy(tx);
  const policy = policyOf(stored);
  return { ...policy, version: stored?.version ?? 0, ...(await repo.countAuthenticators(tx, policy.roles)) };
};

/**
 * Changes the policy. It applies at the next sign-in; sessions that are open continue. Loosening it needs a proof of identity and
 * is reported to the administrators.
 */
export const savePolicy = async (ctx: Ctx, { roles, due_on, version, password }: In) => {
  const { tx, viewer } = ctx;
  if (roles.length > 0 && due_on === null)
    throw new AppError('request.invalid', [{ field: 'due_on', code: 'missing' }]);
  const stored = await repo.lockPolicy(tx);
  requireVersion(stored, version);
  const before = policyOf(stored);
  const after = { roles, due_on: roles.length > 0 ? due_on : null };
  if (loosensPolicy(before, after)) {
    await requireProof(ctx, password);
    await notifyAdministrators(tx, viewer, 'authenticator_policy_loosened', (language, by) =>
      emailTexts(language, 'session__server', 'email.policy_loosened', { by }),
    );
  }
  const kept = due_on ?? stored?.due_on;
  if (kept !== undefined) await repo.putPolicy(tx, { roles, due_on: kept, version: version + 1 });
  return new Logged(await readPolicy(ctx), {
    kind: 'organization',
    id: viewer.scope.organizationId,
    changes: {
      authenticator_roles: [before.roles, after.roles],
      authenticator_due_on: [before.due_on, after.due_on],
    },
  });
};
