import type { Ctx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { limitRate } from '../../platform/rate.ts';
import { checkPassword } from './passwords.ts';
import { findOwnHash } from './session.repo.ts';

/** Throws unless the password is the caller's, which proves more than a session. Also works in a descendant organisation. */
export const requireOwnPassword = async (
  { platform, viewer }: Pick<Ctx, 'platform' | 'viewer'>,
  password: string,
): Promise<void> => {
  await limitRate(platform.db, `password:${viewer.id}`, 10, 300);
  const own = await inSystem(platform.db, (tx) => findOwnHash(tx, viewer.id));
  if (!own || !(await checkPassword(own.password_hash, password))) throw new AppError('session.wrong_credentials');
};
