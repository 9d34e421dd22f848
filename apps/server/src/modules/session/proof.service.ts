import { PROOF_MINUTES, type proofs } from '@sergak/contract/session/proof.rules.ts';
import { after, MINUTE, now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireOwnPassword } from './own-password.service.ts';
import { findProofFacts } from './session.repo.ts';

type On = Pick<Ctx, 'platform' | 'viewer' | 'tokenHash'>;

/** What proves the identity of the caller now (decision 0284). */
export const neededProof = async ({ platform, viewer, tokenHash }: On): Promise<(typeof proofs)[number]> => {
  const found = await inSystem(platform.db, (tx) => findProofFacts(tx, viewer.id, tokenHash));
  if (found?.external_since && after(new Date(found.external_since), PROOF_MINUTES * MINUTE) > now()) return 'nothing';
  return found?.has_password ? 'password' : 'sign_in';
};

/**
 * Throws unless the caller proves more than a session, which may be stolen: with the own password, or with a sign-in through the
 * identity provider or the directory of the organisation a few minutes ago. Also works in a descendant organisation. `field` names
 * the password in the input.
 */
export const requireProof = async (on: On, password: string | undefined, field = 'password'): Promise<void> => {
  if (password !== undefined) return requireOwnPassword(on, password);
  const needs = await neededProof(on);
  if (needs === 'password') throw new AppError('request.invalid', [{ field, code: 'missing' }]);
  if (needs === 'sign_in') throw new AppError('session.sign_in_again');
};
