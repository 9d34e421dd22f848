import { Logged, type Ctx, type OpenCtx } from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueForInstallation, enqueueIn } from '../../platform/jobs.ts';
import { queueEmail, queueEmailIn } from '../../platform/outbox.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { endSessions, voidAccess } from './access.repo.ts';
import { comesFromKnownPlace, limitLinks, trustPlace } from './guessing.ts';
import { findLink, lockLink } from './links.repo.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { requireOwnPassword } from './own-password.service.ts';
import { hashPassword, refuseWeak } from './passwords.ts';
import { passwordChangedWords } from './security-emails.ts';
import { auditOf, openSession } from './session.service.ts';
import * as repo from './session.repo.ts';

type Purpose = 'registration' | 'recovery';

/** Whom a link was made for, while it works. */
export const readLink = async (ctx: OpenCtx, token: string, purpose: Purpose) => {
  await limitLinks(ctx);
  const person = await inSystem(ctx.platform.db, (tx) => findLink(tx, token, purpose));
  if (!person) throw new AppError('session.token_invalid');
  return { email: person.email, full_name: person.full_name, organization: person.organization };
};

/** Sets the password of the person whom a link was made for, voids all other links and codes and ends every session. */
const takeLink = async <T>(
  ctx: OpenCtx,
  input: { token: string; password: string },
  purpose: Purpose,
  then: (tx: SystemTx, person: repo.SignInPerson) => Promise<T>,
): Promise<T> => {
  await limitLinks(ctx);
  const { db } = ctx.platform;
  const found = await inSystem(db, (tx) => findLink(tx, input.token, purpose));
  if (!found) throw new AppError('session.token_invalid');
  refuseWeak(input.password, found);
  const hash = await hashPassword(input.password); // slow on purpose, so outside of the transaction
  const done = await inSystem(db, async (tx) => {
    // Looked up again under a lock: of two tabs only one uses the link.
    const person = await lockLink(tx, input.token, purpose);
    if (!person) throw new AppError('session.token_invalid');
    await repo.setPassword(tx, person.id, hash);
    if (!person.is_registered)
      await enqueueIn(tx, person.organization_id, 'tags.refresh-membership', { employee_ids: [person.id] });
    await voidAccess(tx, [person.id]);
    await endSessions(tx, [person.id]);
    return then(tx, person);
  });
  await trustPlace(ctx, found.email);
  return done;
};

/** Sets the first password by a registration link and opens a session. */
export const register = (ctx: OpenCtx, input: { token: string; password: string }) =>
  takeLink(ctx, input, 'registration', (tx, person) => openSession(ctx, tx, person, 'session.registered'));

/**
 * Sets a new password by a recovery link and tells the person. Where a second factor is due nobody is signed in: the link and
 * the code come to the same mailbox, so the link alone must not begin a session.
 */
export const recover = (ctx: OpenCtx, input: { token: string; password: string }) =>
  takeLink(ctx, input, 'recovery', async (tx, person) => {
    await queueEmailIn(tx, person.organization_id, passwordChangedEmail(person));
    if (!person.two_factor) return openSession(ctx, tx, person, 'session.password_recovered');
    await auditOf(tx, ctx, person, 'session.password_recovered');
    ctx.cookie.clear();
    return { token: null, next: 'sign_in' } as const;
  });

const passwordChangedEmail = (person: repo.SignInPerson) =>
  accountEmail(person, {
    kind: 'password_changed',
    words: passwordChangedWords[languageOf(person)](person.full_name),
  });

/**
 * Three emails of an account from one address, six from all that it has not signed in from before. Links that were sent
 * already go on working, so whoever uses the limit up keeps nobody out.
 */
const limitRecovery = async (ctx: OpenCtx, email: string) => {
  const { db } = ctx.platform;
  const [network, account] = [networkOf(ctx.request.address), email.toLowerCase()];
  await limitRate(db, `recovery:address:${network}`, 500, 900);
  await limitRate(db, `recovery:place:${network} ${account}`, 3, 900);
  if (!(await comesFromKnownPlace(ctx, email))) await limitRate(db, `recovery:account:${account}`, 6, 900);
};

/** Queues the sending of a recovery link: the same work whether anybody has this address or not. */
export const requestRecovery = async (ctx: OpenCtx, input: { email: string }) => {
  await limitRecovery(ctx, input.email);
  return inSystem(ctx.platform.db, async (tx) => {
    await enqueueForInstallation(tx, 'session.send-recovery', { email: input.email });
    // Only where unknown addresses are revealed anyway does the answer depend on the address.
    const unknown =
      (await repo.revealsUnknown(tx, input.email)) && (await repo.findByEmail(tx, input.email)).length === 0;
    return { status: unknown ? ('unknown_email' as const) : ('accepted' as const) };
  });
};

/** Changes the own password; the current one proves that it is the person at the keyboard. */
export const changePassword = async (ctx: Ctx, input: { current: string; password: string }) => {
  const { tx, viewer } = ctx;
  await requireOwnPassword(ctx, input.current);
  const person = (await repo.findPerson(tx, viewer.id))!;
  refuseWeak(input.password, person);
  const hash = await hashPassword(input.password);
  await repo.lockPerson(tx, viewer.id);
  await repo.setPassword(tx, viewer.id, hash);
  await voidAccess(tx, [viewer.id]);
  await repo.deleteSessionsOf(tx, viewer.id, ctx.tokenHash);
  await queueEmail(tx, passwordChangedEmail(person));
  return new Logged(null, { kind: 'employee', id: viewer.id });
};
