import type { Input } from '@sergak/contract/endpoint.ts';
import type { suspiciousMailEndpoints } from '@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion } from '../../platform/version.ts';
import { settleNotifications } from '../notifications/public.ts';
import { findSimilar, findSuspicious } from './suspicious.query.ts';
import * as repo from './suspicious.repo.ts';
import { unjudgedEmails } from './waiting.query.ts';

export const getSuspicious = async (tx: Tx, id: string) => {
  const found = await findSuspicious(tx, id);
  if (!found) throw new AppError('suspicious.not_found');
  return found;
};

export const listSimilar = async (tx: Tx, id: string) => {
  const groups = await findSimilar(tx, id);
  if (!groups) throw new AppError('suspicious.not_found');
  return { groups };
};

/** Stores how far the security team is with a reported email and what it found out; on request for all reports of the message. */
export const judgeSuspicious = async (
  { tx, viewer }: Ctx,
  { id, stage, verdict, same, version }: Input<(typeof suspiciousMailEndpoints)['suspicious-mail.judge']>,
) => {
  const before = await repo.lockSuspicious(tx, id);
  if (!before) throw new AppError('suspicious.not_found');
  requireVersion(before, version);
  if (stage === 'closed' && verdict === null) throw new AppError('suspicious.no_verdict');
  const followers = same ? { messageKey: before.message_key, verdict: before.verdict } : null;
  const affected = await repo.judge(tx, id, followers, { stage, verdict, by: viewer.id });
  await settleNotifications(tx, unjudgedEmails);
  return new Logged(await getSuspicious(tx, id), {
    kind: 'suspicious_email',
    id,
    title: before.subject,
    changes: { stage: [before.stage, stage], verdict: [before.verdict, verdict] },
    ...(affected > 1 && { details: { affected } }),
  });
};
