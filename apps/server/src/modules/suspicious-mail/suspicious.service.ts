import type { SuspiciousState } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findSuspicious } from './suspicious.query.ts';
import { settleNotifications } from '../notifications/public.ts';
import * as repo from './suspicious.repo.ts';
import { unjudgedEmails } from './waiting.query.ts';

export const getSuspicious = async (tx: Tx, id: string) => {
  const found = await findSuspicious(tx, id);
  if (!found) throw new AppError('suspicious.not_found');
  return found;
};

/** Stores what a person found out about a reported email. */
export const setSuspiciousState = async (ctx: Ctx, input: { id: string; state: SuspiciousState }) => {
  const before = await repo.lockSuspicious(ctx.tx, input.id);
  if (!before) throw new AppError('suspicious.not_found');
  await repo.setState(ctx.tx, input.id, input.state, ctx.viewer.id);
  await settleNotifications(ctx.tx, unjudgedEmails);
  return new Logged(await getSuspicious(ctx.tx, input.id), {
    kind: 'suspicious_email',
    id: before.id,
    title: before.subject,
    changes: { state: [before.state, input.state] },
  });
};
