import { now } from '../../platform/clock.ts';
import type { OpenCtx, SessionState } from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { readSecret } from './authenticator.service.ts';
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

/** Checks a code of the authenticator app; of a lost one, only backup codes work. A code works once: its time step and all earlier ones are marked as used. */
export const verifyAuthenticator = (ctx: OpenCtx, { code }: { code: string }) =>
  completeWith(ctx, 'session.second_factor_passed', async (tx, { viewer }) => {
    const stored = await lockAuthenticator(tx, viewer.id);
    if (!stored?.confirmed_at) return false;
    const secret = readSecret(ctx.platform, stored);
    if (secret === null) throw new AppError('authenticator.lost');
    const step = stepOfCode(secret, code, now());
    return step !== null && takeStep(tx, viewer.id, step);
  });

/** Checks a backup code, which works once. */
export const verifyBackupCode = (ctx: OpenCtx, { code }: { code: string }) =>
  completeWith(ctx, 'session.backup_code_used', (tx, { viewer }) =>
    takeBackupCode(tx, viewer.id, hashBackupCode(viewer.id, code)),
  );
