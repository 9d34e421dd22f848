import { now } from '../../platform/clock.ts';
import type { OpenCtx, SessionState } from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { openSecret } from './authenticator.service.ts';
import { endAppCode, lockAuthenticator, takeBackupCode, takeStep } from './authenticators.repo.ts';
import { hashBackupCode } from './backup-codes.ts';
import { limitCodes, passSecondStep, requireSession } from './session.service.ts';
import { stepOfCode } from './totp.ts';

/** Completes the second step if `isRight` accepts the code. Codes of all kinds share the limits of a person. */
const completeWith = async (
  ctx: OpenCtx,
  action: string,
  isRight: (tx: SystemTx, session: SessionState) => Promise<boolean>,
) => {
  const session = requireSession(ctx);
  if (session.step !== 'two_factor') throw new AppError('session.code_expired');
  await limitCodes(ctx, 'try', session.viewer.id);
  const passed = await inSystem(ctx.platform.db, async (tx) => {
    if (!(await isRight(tx, session))) throw new AppError('session.code_wrong');
    await endAppCode(tx, session.viewer.id, session.tokenHash);
    return passSecondStep(ctx, tx, session, action);
  });
  ctx.cookie.set(passed.token);
  return passed;
};

/** The secret of an app; null if the installation has lost the secret that sealed it. Then only backup codes work. */
const openIfPossible = ({ platform }: OpenCtx, stored: Parameters<typeof openSecret>[1]): string | null => {
  try {
    return openSecret(platform, stored);
  } catch {
    return null;
  }
};

/** Checks a code of the authenticator app. A code works once: its time step and all earlier ones are marked as used. */
export const verifyAuthenticator = (ctx: OpenCtx, { code }: { code: string }) =>
  completeWith(ctx, 'session.second_factor_passed', async (tx, { viewer }) => {
    const stored = await lockAuthenticator(tx, viewer.id);
    if (!stored?.confirmed_at) return false;
    const secret = openIfPossible(ctx, stored);
    const step = secret === null ? null : stepOfCode(secret, code, now());
    return step !== null && takeStep(tx, viewer.id, step);
  });

/** Checks a backup code, which works once. */
export const verifyBackupCode = (ctx: OpenCtx, { code }: { code: string }) =>
  completeWith(ctx, 'session.backup_code_used', (tx, { viewer }) =>
    takeBackupCode(tx, viewer.id, hashBackupCode(viewer.id, code)),
  );
