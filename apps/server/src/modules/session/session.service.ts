import { randomInt } from 'node:crypto';
import { CODE_MINUTES, CODE_TRIES, RESEND_SECONDS } from '@sergak/contract/session/session.rules.ts';
import { writeAudit } from '../../platform/audit.ts';
import { after, MINUTE, now } from '../../platform/clock.ts';
import type { Ctx, OpenCtx, SessionState } from '../../platform/context.ts';
import { inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { queueEmail, queueEmailIn } from '../../platform/outbox.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { digest } from '../../platform/secrets.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { findByDirectory } from '../ldap/public.ts';
import { countSignInTry } from './guessing.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { checkPassword } from './passwords.ts';
import { hasAuthenticator, isEnrolmentDue, isSecondStepDue, mayUseEmailCode } from './second-step.ts';
import { needsConsent } from './session-step.ts';
import { findMe } from './session.query.ts';
import * as repo from './session.repo.ts';
import { keepsPassword, requiresProvider } from './sso.query.ts';

/** Action of a sign-in through the organisation's identity provider. */
const SSO_ACTION = 'session.sso_signed_in';

/** The step that is due after the second factor. */
const stepAfterCode = (person: repo.SignInPerson) =>
  isEnrolmentDue(person) ? 'enrolment' : needsConsent(person) ? 'consent' : 'ready';

/**
 * Opens a session for an authenticated person. If the second step is due and the person has no authenticator app, a code is sent
 * by email; a person with an app asks for one.
 */
export const openSession = async (
  ctx: OpenCtx,
  tx: SystemTx,
  person: repo.SignInPerson,
  action: string,
  byDirectory = false,
) => {
  if (action !== SSO_ACTION && (await requiresProvider(tx, person))) throw new AppError('sso.required');
  const twoFactorDue = isSecondStepDue(person);
  const token = await repo.insertSession(tx, {
    organizationId: person.organization_id,
    employeeId: person.id,
    twoFactorDue,
    enrolmentDue: isEnrolmentDue(person),
    openedBy: action === SSO_ACTION ? 'provider' : byDirectory ? 'directory' : 'password',
    userAgent: ctx.request.userAgent,
    address: ctx.request.address,
  });
  if (twoFactorDue && !hasAuthenticator(person)) await sendCode(tx, person, digest(token));
  await auditOf(tx, ctx, person, action);
  ctx.cookie.set(token);
  return { token, next: twoFactorDue ? 'two_factor' : stepAfterCode(person) } as const;
};

/** Writes an audit entry for a person who has no session yet. */
export const auditOf = (
  tx: SystemTx,
  ctx: OpenCtx,
  person: { id: string; full_name: string; organization_id: string },
  action: string,
) =>
  writeAudit(
    tx,
    {
      action,
      actorId: person.id,
      actorName: person.full_name,
      address: ctx.request.address,
      organizationId: person.organization_id,
    },
    { kind: 'employee', id: person.id },
  );

/** Stores a new code of the session and returns the email that carries it. */
const makeCode = async (tx: Tx | SystemTx, person: repo.SignInPerson, sessionHash: Buffer) => {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await repo.putCode(tx, {
    sessionHash,
    organizationId: person.organization_id,
    codeHash: digest(`${sessionHash.toString('hex')}:${code}`),
    expiresAt: after(now(), CODE_MINUTES * MINUTE),
  });
  const words = emailTexts(languageOf(person), 'session__server', 'email.code', { minutes: CODE_MINUTES });
  return accountEmail(person, { kind: 'code', words, code, opensAccount: true });
};
const sendCode = async (tx: SystemTx, person: repo.SignInPerson, sessionHash: Buffer) =>
  queueEmailIn(tx, person.organization_id, await makeCode(tx, person, sessionHash));

/**
 * Applies newly required two-factor authentication in the transaction's organisation: other sessions, which began with only a
 * password, end. The caller's session continues after the code of an email; if emails stay in the built-in mailbox, which only
 * a signed-in person can read, it continues unchanged. An authenticator app needs no email.
 */
export const requireSecondStep = async (ctx: Ctx, mailLeaves: boolean): Promise<void> => {
  const { tx, viewer, tokenHash } = ctx;
  await repo.deleteOtherSessions(tx, tokenHash);
  if (viewer.homeOrganizationId !== viewer.scope.organizationId) return;
  const person = (await repo.findSessionPerson(tx, viewer.id))!;
  if (!mailLeaves && !hasAuthenticator(person)) return;
  await repo.requireSecondFactor(tx, tokenHash);
  if (!hasAuthenticator(person)) await queueEmail(tx, await makeCode(tx, person, tokenHash));
};

/** Signs in by email and password. An unknown address and a wrong password get the same answer after the same work. */
export const login = async (ctx: OpenCtx, input: { email: string; password: string }) => {
  const { db } = ctx.platform;
  const { isKnown, countAsRight, countAsWrong } = await countSignInTry(ctx, input.email);
  const turn = isKnown ? 'first' : 'later';
  const candidates = await inSystem(db, (tx) => repo.findByEmail(tx, input.email));
  let found: repo.SignInPerson | undefined;
  for (const person of candidates)
    if (!found && (await checkPassword(person.password_hash, input.password, turn))) found = person;
  // An unknown address takes as much work as an address in two organisations.
  if (!found) for (let done = candidates.length; done < 2; done += 1) await checkPassword(null, input.password, turn);
  const byDirectory = found ? undefined : await findByDirectory(ctx.platform, candidates, input);
  found ??= byDirectory;
  if (!found) {
    await countAsWrong();
    const tried = candidates.map((person) => person.id);
    throw new AppError('session.wrong_credentials', undefined, undefined, tried);
  }
  await countAsRight();
  const checked = found;
  return inSystem(db, async (tx) => {
    // Read again under a lock: the check takes a while, and the password or second factor may have changed meanwhile.
    const person = await repo.lockPerson(tx, checked.id);
    if (person?.password_hash !== checked.password_hash || person.email !== checked.email)
      throw new AppError('session.wrong_credentials');
    if (byDirectory && !person.is_registered) await repo.markRegistered(tx, person.id);
    return openSession(ctx, tx, person, 'session.signed_in', byDirectory !== undefined);
  });
};

/** Ends the session at once. */
export const logout = async (ctx: OpenCtx) => {
  const session = requireSession(ctx);
  await inSystem(ctx.platform.db, async (tx) => {
    await repo.deleteSession(tx, session.tokenHash);
    await auditOf(tx, ctx, asPerson(session), 'session.signed_out');
  });
  ctx.cookie.clear();
  return null;
};

/**
 * Limits on code calls in a window, so that neither many sessions of one account nor many accounts at one address help to
 * guess. Only the password opens a session that can try codes, so no one can use up another person's attempts.
 */
const codeLimits = {
  try: { account: 10, address: 10_000, seconds: 900 },
  resend: { account: 5, address: 5_000, seconds: 900 },
} as const;

export const limitCodes = async (ctx: OpenCtx, what: keyof typeof codeLimits, employeeId: string) => {
  const { account, address, seconds } = codeLimits[what];
  await limitRate(ctx.platform.db, `code-${what}:address:${networkOf(ctx.request.address)}`, address, seconds);
  await limitRate(ctx.platform.db, `code-${what}:account:${employeeId}`, account, seconds);
};

/** Checks the code of the email: five attempts, ten minutes, single use. The session then gets a new token. */
export const verifyCode = async (ctx: OpenCtx, input: { code: string }) => {
  const session = requireSession(ctx);
  await limitCodes(ctx, 'try', session.viewer.id);
  const verdict = await inSystem(ctx.platform.db, async (tx) => {
    const kept = await repo.findCode(tx, session.tokenHash);
    if (!kept || new Date(kept.expires_at) < now() || kept.tries >= CODE_TRIES) return 'session.code_expired' as const;
    if (!kept.code_hash.equals(digest(`${session.tokenHash.toString('hex')}:${input.code}`))) {
      await repo.countStoredTry(tx, session.tokenHash); // must survive the rejection, so the transaction commits
      return 'session.code_wrong' as const;
    }
    return passSecondStep(ctx, tx, session, 'session.second_factor_passed');
  });
  if (typeof verdict === 'string') throw new AppError(verdict);
  ctx.cookie.set(verdict.token);
  return verdict;
};

/** Completes the second step of a session, which then gets a new token. */
export const passSecondStep = async (ctx: OpenCtx, tx: SystemTx, session: SessionState, action: string) => {
  await repo.deleteCode(tx, session.tokenHash);
  const token = await repo.passSecondFactor(tx, session.tokenHash);
  await auditOf(tx, ctx, asPerson(session), action);
  return { token, next: stepAfterCode((await repo.findSessionPerson(tx, session.viewer.id))!) } as const;
};

/** Sends a fresh code, once a minute for each session. */
export const resendCode = async (ctx: OpenCtx) => {
  const session = requireSession(ctx);
  if (session.step !== 'two_factor') throw new AppError('session.code_expired');
  await limitRate(ctx.platform.db, `code:${session.tokenHash.toString('hex')}`, 1, RESEND_SECONDS);
  await limitCodes(ctx, 'resend', session.viewer.id);
  await inSystem(ctx.platform.db, async (tx) => {
    const person = (await repo.findSessionPerson(tx, session.viewer.id))!;
    if (!mayUseEmailCode(person, await keepsPassword(tx, person))) throw new AppError('session.email_code_forbidden');
    await sendCode(tx, person, session.tokenHash);
  });
  return { wait_seconds: RESEND_SECONDS };
};

/** Records that the person agreed to the processing of personal data, with the version of the shown text. */
export const consent = async (ctx: OpenCtx, input: { version?: number }) => {
  const session = requireSession(ctx);
  if (session.step === 'two_factor' || session.step === 'enrolment') throw new AppError('session.incomplete');
  await inSystem(ctx.platform.db, async (tx) => {
    const person = await repo.findSessionPerson(tx, session.viewer.id);
    if (!person) throw new AppError('session.required');
    if (input.version !== undefined && input.version !== person.consent_version)
      throw new AppError('session.consent_changed');
    await repo.setConsent(tx, session.viewer.id, person.consent_version);
    await auditOf(tx, ctx, asPerson(session), 'session.consented');
  });
  return null;
};

/** The signed-in person; throws the code of the step that is still due. */
export const readMe = async (ctx: OpenCtx) => {
  const session = requireSession(ctx);
  if (session.step === 'two_factor') throw new AppError('session.two_factor_required');
  if (session.step === 'enrolment') throw new AppError('session.authenticator_required');
  if (session.step === 'consent') throw new AppError('session.consent_required');
  const { viewer } = session;
  const found = await inSystem(ctx.platform.db, (tx) => findMe(tx, viewer.id, viewer.scope.organizationId));
  if (!found) throw new AppError('session.required');
  return found;
};

export const requireSession = (ctx: OpenCtx): SessionState => {
  if (!ctx.session) throw new AppError('session.required');
  return ctx.session;
};
export const asPerson = ({ viewer }: SessionState) => ({
  id: viewer.id,
  full_name: viewer.name,
  organization_id: viewer.homeOrganizationId,
});
