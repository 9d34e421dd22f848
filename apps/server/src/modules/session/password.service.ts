import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { Logged, type Ctx, type OpenCtx } from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueForInstallation, enqueueIn } from '../../platform/jobs.ts';
import { queueEmail, queueEmailIn } from '../../platform/outbox.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { endSessions, voidAccess } from './access.repo.ts';
import { requireAppCode } from './authenticators.repo.ts';
import { comesFromKnownPlace, limitLinks, trustPlace } from './guessing.ts';
import { findLink, lockLink } from './links.repo.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { requireOwnPassword } from './own-password.service.ts';
import { hashPassword, rejectWeakPassword } from './passwords.ts';
import { auditOf, openSession } from './session.service.ts';
import * as repo from './session.repo.ts';
import { requiresProvider } from './sso.query.ts';

type Purpose = 'registration' | 'recovery';

/** The person of a link; throws if the link no longer works, or if the person may sign in only through the identity provider. */
const requirePerson = async (tx: SystemTx, find: typeof findLink, token: string, purpose: Purpose) => {
  const person = await find(tx, token, purpose);
  if (!person) throw new AppError('session.token_invalid');
  if (await requiresProvider(tx, person)) throw new AppError('sso.required');
  return person;
};

/** What the page of a link shows: whose password it sets. */
export const readPasswordLink = async (ctx: OpenCtx, token: string, purpose: Purpose) => {
  await limitLinks(ctx);
  const person = await inSystem(ctx.platform.db, (tx) => requirePerson(tx, findLink, token, purpose));
  return { email: person.email, full_name: person.full_name, organization: person.organization };
};

/**
 * Sets the password of the link's person, voids all other links and codes and ends all sessions. A person with an authenticator app
 * needs its code at the next sign-in: the link proves only access to the mailbox.
 */
const redeemLink = async <T>(
  ctx: OpenCtx,
  input: { token: string; password: string },
  purpose: Purpose,
  then: (tx: SystemTx, person: repo.SignInPerson) => Promise<T>,
): Promise<T> => {
  await limitLinks(ctx);
  const { db } = ctx.platform;
  const found = await inSystem(db, (tx) => requirePerson(tx, findLink, input.token, purpose));
  rejectWeakPassword(input.password, found);
  const hash = await hashPassword(input.password); // slow by design, so outside the transaction
  const done = await inSystem(db, async (tx) => {
    // Read again under a lock, so that only one of two tabs uses the link.
    const person = await requirePerson(tx, lockLink, input.token, purpose);
    await repo.setPassword(tx, person.id, hash);
    if (!person.is_registered)
      await enqueueIn(tx, person.organization_id, 'tags.refresh-membership', { employee_ids: [person.id] });
    await requireAppCode(tx, person.id);
    await voidAccess(tx, [person.id]);
    await endSessions(tx, [person.id]);
    return then(tx, person);
  });
  await trustPlace(ctx, found.email);
  return done;
};

/** Sets the first password by a registration link and opens a session. */
export const register = (ctx: OpenCtx, input: { token: string; password: string }) =>
  redeemLink(ctx, input, 'registration', (tx, person) => openSession(ctx, tx, person, 'session.registered'));

/**
 * Sets a new password by a recovery link and notifies the person. No session is opened: whoever reads the mailbox for a moment must
 * not get in by the link alone.
 */
export const recover = (ctx: OpenCtx, input: { token: string; password: string }) =>
  redeemLink(ctx, input, 'recovery', async (tx, person) => {
    await queueEmailIn(tx, person.organization_id, passwordChangedEmail(person));
    await auditOf(tx, ctx, person, 'session.password_recovered');
    ctx.cookie.clear();
    return { next: 'sign_in' } as const;
  });

const passwordChangedEmail = (person: repo.SignInPerson) =>
  accountEmail(person, {
    kind: 'password_changed',
    words: emailTexts(languageOf(person), 'session__server', 'email.password_changed', { name: person.full_name }),
  });

/**
 * Limits recovery emails of an account: three from one address, six from all addresses where it has not signed in before. Links
 * already sent keep working, so an attacker who uses up the limit locks no one out.
 */
const limitRecovery = async (ctx: OpenCtx, email: string) => {
  const { db } = ctx.platform;
  const [network, account] = [networkOf(ctx.request.address), addressKey(email)];
  await limitRate(db, `recovery:address:${network}`, 500, 900);
  await limitRate(db, `recovery:place:${network} ${account}`, 3, 900);
  if (!(await comesFromKnownPlace(ctx, email))) await limitRate(db, `recovery:account:${account}`, 6, 900);
};

/** Queues the recovery email. Known and unknown addresses take the same work. */
export const requestRecovery = async (ctx: OpenCtx, input: { email: string }) => {
  await limitRecovery(ctx, input.email);
  return inSystem(ctx.platform.db, async (tx) => {
    await enqueueForInstallation(tx, 'session.send-recovery', { email: input.email });
    // The answer depends on the address only if the organisation reveals unknown addresses.
    const unknown =
      (await repo.revealsUnknown(tx, input.email)) && (await repo.findByEmail(tx, input.email)).length === 0;
    return { status: unknown ? ('unknown_email' as const) : ('accepted' as const) };
  });
};

/** Changes the caller's password; the current password proves that the person asks. The session gets a new token. */
export const changePassword = async (ctx: Ctx, input: { current: string; password: string }) => {
  const { tx, viewer } = ctx;
  await requireOwnPassword(ctx, input.current);
  const person = (await repo.findSessionPerson(tx, viewer.id))!;
  rejectWeakPassword(input.password, person);
  const hash = await hashPassword(input.password);
  await repo.lockPerson(tx, viewer.id);
  await repo.setPassword(tx, viewer.id, hash);
  await voidAccess(tx, [viewer.id]);
  await repo.deleteSessionsOf(tx, viewer.id, ctx.tokenHash);
  const token = await repo.renewToken(tx, ctx.tokenHash);
  await queueEmail(tx, passwordChangedEmail(person));
  return new Logged({ token }, { kind: 'employee', id: viewer.id });
};
