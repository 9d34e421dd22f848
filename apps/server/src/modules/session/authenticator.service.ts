import { create as createQr } from 'qrcode';
import { isAtLeast, mayGrant } from '@sergak/contract/access/roles.ts';
import { after, HOUR, now } from '../../platform/clock.ts';
import { Logged, type Ctx, type OpenCtx, type Platform } from '../../platform/context.ts';
import { inSystem, type SystemTx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { queueEmail, queueEmailIn } from '../../platform/outbox.ts';
import { readSealed, sealedColumn } from '../../platform/sealed.ts';
import { emailTexts, type EmailTexts } from '../../platform/email-texts.ts';
import { endSessions } from './access.repo.ts';
import * as apps from './authenticators.repo.ts';
import { hashBackupCode, newBackupCodes } from './backup-codes.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { requireProof } from './proof.service.ts';
import { hasAuthenticator, isAuthenticatorRequired, mayUseEmailCode } from './second-step.ts';
import { needsConsent } from './session-step.ts';
import * as repo from './session.repo.ts';
import { asPerson, auditOf, limitCodes, requireSession } from './session.service.ts';
import { keepsPassword } from './sso.query.ts';
import { addressOf, newSecret, stepAt, stepOfCode } from './totp.ts';

/** How long a secret may wait for the code that confirms it. */
const CONFIRM_MS = HOUR;
/** Steps of 30 seconds within which the confirmation recognises a clock that is off: 20 minutes. */
const CLOCK_TOLERANCE = 40;

const sealedFor = (employeeId: string) => `authenticators:${employeeId}`;
type SecretRow = { readonly secret_sealed: Buffer; readonly employee_id: string };
const sealedSecret = (row: SecretRow) => ({ sealed: row.secret_sealed, about: sealedFor(row.employee_id) });
/** The secret of an app; null if the secret of the installation that sealed it is lost. */
export const readSecret = (platform: Platform, row: SecretRow): string | null =>
  readSealed(platform, sealedSecret(row)).text || null;
/** The stored secrets, for the change of the secret of the installation. */
export const sealedSecrets = sealedColumn(
  'secrets of authenticator apps',
  { table: 'authenticators', column: 'secret_sealed', key: ['organization_id', 'employee_id'] },
  (key) => sealedFor(key['employee_id']!),
);

const requirePerson = async (tx: SystemTx, id: string) => {
  const person = await repo.findSessionPerson(tx, id);
  if (!person) throw new AppError('session.required');
  return person;
};

const isLost = (platform: Platform, employee_id: string, state: { secret_sealed: Buffer } | undefined): boolean =>
  state !== undefined && readSecret(platform, { ...state, employee_id }) === null;

/** Whether the caller has an app, and what else completes the second step. */
export const readState = async (ctx: OpenCtx) => {
  const { viewer } = requireSession(ctx);
  return inSystem(ctx.platform.db, async (tx) => {
    const person = await requirePerson(tx, viewer.id);
    const state = await apps.findState(tx, viewer.id);
    return {
      active: hasAuthenticator(person),
      lost: isLost(ctx.platform, viewer.id, state),
      since: state?.confirmed_at ?? null,
      backup_codes_left: state?.codes_left ?? 0,
      by_email: mayUseEmailCode(person, await keepsPassword(tx, person)),
      required: isAuthenticatorRequired(person),
    };
  });
};

/** The dark modules of a QR code as the path of an SVG with one unit per module. */
const drawQr = (text: string) => {
  const { size, data } = createQr(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data.keys()].filter((i) => data[i]);
  return { size, path: dark.map((i) => `M${i % size} ${Math.floor(i / size)}h1v1h-1z`).join('') };
};

/**
 * Creates a secret for the caller. A proof shows that the owner of the account asks; at sign-in it has just been given.
 */
export const enrolAuthenticator = async (ctx: OpenCtx, { password }: { password?: string | undefined }) => {
  const { step, viewer, tokenHash } = requireSession(ctx);
  const { db, secrets } = ctx.platform;
  if (step !== 'ready' && step !== 'enrolment') throw new AppError('session.incomplete');
  if (step === 'ready') await requireProof({ platform: ctx.platform, viewer, tokenHash }, password);
  const secret = newSecret();
  return inSystem(db, async (tx) => {
    const person = await requirePerson(tx, viewer.id);
    const sealed = secrets.seal(secret, sealedFor(person.id));
    const stored = await apps.putSecret(tx, { organizationId: person.organization_id, employeeId: person.id, sealed });
    if (!stored) throw new AppError('authenticator.active');
    const uri = addressOf(secret, person.organization, person.email);
    return { secret, uri, qr: drawQr(uri) };
  });
};

/** The time step of a right code. Only here, where the owner sets up the app, is a clock that is off reported as such. */
const requireRightCode = (secret: string, code: string): number => {
  const step = stepOfCode(secret, code, now(), CLOCK_TOLERANCE);
  if (step === null) throw new AppError('session.code_wrong');
  const off = step - stepAt(now());
  if (Math.abs(off) > 1) throw new AppError('authenticator.clock_off', { minutes: Math.ceil(Math.abs(off) / 2) });
  return step;
};

const notify = async (tx: SystemTx, person: repo.SignInPerson, kind: string, words: EmailTexts) =>
  queueEmailIn(tx, person.organization_id, accountEmail(person, { kind, words }));

/** Adds the app after a right code: other sessions, which began without it, end, and backup codes are made. */
export const confirm = async (ctx: OpenCtx, { code }: { code: string }) => {
  const session = requireSession(ctx);
  const { viewer, tokenHash } = session;
  if (session.step !== 'ready' && session.step !== 'enrolment') throw new AppError('session.incomplete');
  await limitCodes(ctx, 'try', viewer.id);
  const codes = newBackupCodes();
  const done = await inSystem(ctx.platform.db, async (tx) => {
    const person = await requirePerson(tx, viewer.id);
    const stored = await apps.lockAuthenticator(tx, viewer.id);
    if (stored?.confirmed_at) throw new AppError('authenticator.active');
    if (!stored || after(new Date(stored.created_at), CONFIRM_MS) < now())
      throw new AppError('authenticator.not_started');
    const secret = readSecret(ctx.platform, stored);
    if (secret === null) throw new AppError('authenticator.not_started');
    await apps.confirmSecret(tx, viewer.id, requireRightCode(secret, code));
    await apps.replaceBackupCodes(tx, person.organization_id, person.id, hashesOf(person.id, codes));
    await repo.deleteSessionsOf(tx, person.id, tokenHash);
    const token = await repo.passEnrolment(tx, tokenHash);
    await auditOf(tx, ctx, asPerson(session), 'session.authenticator_added');
    const words = emailTexts(languageOf(person), 'session__server', 'email.authenticator_added', {
      name: person.full_name,
    });
    await notify(tx, person, 'authenticator_added', words);
    return { token, next: needsConsent(person) ? ('consent' as const) : ('ready' as const) };
  });
  ctx.cookie.set(done.token);
  return { ...done, backup_codes: codes };
};

const hashesOf = (employeeId: string, codes: readonly string[]) => codes.map((one) => hashBackupCode(employeeId, one));

/** Removes the caller's app and reports it to the person: from now on the password, or a code by email, is enough. */
export const remove = async (ctx: Ctx, { password }: { password?: string | undefined }) => {
  const { tx, viewer } = ctx;
  await requireProof(ctx, password);
  if (!(await apps.deleteAuthenticator(tx, viewer.id))) throw new AppError('authenticator.missing');
  const person = (await repo.findSessionPerson(tx, viewer.id))!;
  const words = emailTexts(languageOf(person), 'session__server', 'email.authenticator_removed', {
    name: person.full_name,
  });
  await queueEmail(tx, accountEmail(person, { kind: 'authenticator_removed', words }));
  return new Logged(null, { kind: 'employee', id: viewer.id });
};

/** Replaces the caller's backup codes. */
export const renewCodes = async (ctx: Ctx, { password }: { password?: string | undefined }) => {
  const { tx, viewer } = ctx;
  await requireProof(ctx, password);
  if (!(await apps.lockAuthenticator(tx, viewer.id))?.confirmed_at) throw new AppError('authenticator.missing');
  const codes = newBackupCodes();
  await apps.replaceBackupCodes(tx, viewer.homeOrganizationId, viewer.id, hashesOf(viewer.id, codes));
  return new Logged({ backup_codes: codes }, { kind: 'employee', id: viewer.id });
};

/** Nobody resets the own app: the profile removes it with the password. */
const mayReset = ({ viewer }: Ctx, person: { id: string; role: repo.SignInPerson['role'] }): boolean =>
  isAtLeast(viewer.role, 'system_admin') && mayGrant(viewer.role, person.role) && person.id !== viewer.id;

const requireEmployee = async ({ tx }: Ctx, id: string) => {
  const person = await apps.findRoleOf(tx, id);
  if (!person) throw new AppError('employee.not_found');
  return person;
};

/** Whether a person has an app, for the administrator of the person. */
export const readPersonState = async (ctx: Ctx, { id }: { id: string }) => {
  const person = await requireEmployee(ctx, id);
  const state = await apps.findState(ctx.tx, id);
  const active = state !== undefined;
  const lost = isLost(ctx.platform, id, state);
  return { active, lost, since: state?.confirmed_at ?? null, resettable: active && mayReset(ctx, person) };
};

/** Removes the app of a person who has lost it, ends the person's sessions and reports it to the person. */
export const reset = async (ctx: Ctx, { id }: { id: string }) => {
  const { tx, viewer } = ctx;
  const found = await requireEmployee(ctx, id);
  if (!mayReset(ctx, found)) throw new AppError('employee.change_forbidden', { role: found.role });
  if (!(await apps.deleteAuthenticator(tx, id))) throw new AppError('authenticator.missing');
  await endSessions(tx, [id]);
  const person = (await repo.findSessionPerson(tx, id))!;
  const words = emailTexts(languageOf(person), 'session__server', 'email.authenticator_reset', {
    name: person.full_name,
    by: viewer.name,
  });
  await queueEmail(tx, accountEmail(person, { kind: 'authenticator_reset', words }));
  return new Logged(null, { kind: 'employee', id });
};
