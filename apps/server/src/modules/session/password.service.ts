import { HOUR } from '../../platform/clock.ts';
import { Logged, type Ctx, type OpenCtx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { layOutLetter } from '../../platform/letter-layout.ts';
import { queueLetter } from '../../platform/outbox.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { comesFromKnownPlace, trustPlace } from './guessing.ts';
import { recoveryWords } from './letters.ts';
import { checkPassword, hashPassword, refuseWeak } from './passwords.ts';
import { openSession } from './session.service.ts';
import * as repo from './session.repo.ts';

type Purpose = 'registration' | 'recovery';

/** Room for an office of 5,000 people who open their invitation within the same ten minutes, each more than once. */
const limitLinks = (ctx: OpenCtx) => limitRate(ctx.platform.db, `link:${networkOf(ctx.request.address)}`, 40_000, 600);

/** Whom a link was made for, while it works. */
export const readLink = async (ctx: OpenCtx, token: string, purpose: Purpose) => {
  await limitLinks(ctx);
  const person = await inSystem(ctx.platform.db, (tx) => repo.findLink(tx, token, purpose));
  if (!person) throw new AppError('session.token_invalid');
  return { email: person.email, full_name: person.full_name, organization: person.organization };
};

/** Sets a password by a link, uses up the links of that kind, ends earlier sessions and opens a new one. */
export const setPasswordByLink = async (ctx: OpenCtx, input: { token: string; password: string }, purpose: Purpose) => {
  await limitLinks(ctx);
  const { db } = ctx.platform;
  const person = await inSystem(db, (tx) => repo.findLink(tx, input.token, purpose));
  if (!person) throw new AppError('session.token_invalid');
  refuseWeak(input.password, person.email);
  const hash = await hashPassword(input.password); // slow on purpose, so outside of the transaction
  const opened = await inSystem(db, async (tx) => {
    // Looked up again under a lock: of two tabs only one uses the link.
    if (!(await repo.findLink(tx, input.token, purpose))) throw new AppError('session.token_invalid');
    await repo.useLinks(tx, person.id, purpose);
    await repo.setPassword(tx, person.id, hash);
    if (!person.is_registered)
      await enqueue(tx, 'tags.refresh-membership', {
        organization_id: person.organization_id,
        employee_ids: [person.id],
      });
    await repo.deleteSessionsOf(tx, person.id);
    return openSession(
      ctx,
      tx,
      person,
      purpose === 'registration' ? 'session.registered' : 'session.password_recovered',
    );
  });
  await trustPlace(ctx, person.email);
  return opened;
};

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

/** Sends a recovery link to everybody with this address. The answer does not tell whether there is anybody. */
export const requestRecovery = async (ctx: OpenCtx, input: { email: string }) => {
  const { db, urls } = ctx.platform;
  await limitRecovery(ctx, input.email);
  return inSystem(db, async (tx) => {
    const people = await repo.findByEmail(tx, input.email);
    for (const person of people) {
      const token = await repo.insertLinkToken(tx, {
        organizationId: person.organization_id,
        employeeId: person.id,
        purpose: 'recovery',
        lifetimeMs: HOUR,
      });
      const language = person.own_language ?? person.language;
      const words = recoveryWords[language](person.full_name);
      const laid = layOutLetter({
        language,
        organization: person.organization,
        brandColor: person.brand_color,
        title: words.title,
        paragraphs: words.paragraphs,
        button: { label: words.button!, url: `${urls.portal}/lk/auth/password/recovery/confirm/${token}` },
      });
      await queueLetter(tx, {
        kind: 'recovery',
        employeeId: person.id,
        to: person.email,
        language,
        subject: words.subject,
        ...laid,
        organizationId: person.organization_id,
      });
    }
    const reveal = people.length === 0 && (await repo.someOrganizationReveals(tx));
    return { status: reveal ? ('unknown_email' as const) : ('accepted' as const) };
  });
};

/** Changes the own password; the current one proves that it is the person at the keyboard. */
export const changePassword = async (ctx: Ctx, input: { current: string; password: string }) => {
  await limitRate(ctx.platform.db, `password:${ctx.viewer.id}`, 10, 300);
  const own = await repo.findOwnHash(ctx.tx, ctx.viewer.id);
  if (!own || !(await checkPassword(own.password_hash, input.current))) throw new AppError('session.wrong_credentials');
  refuseWeak(input.password, own.email);
  await repo.setPassword(ctx.tx, ctx.viewer.id, await hashPassword(input.password));
  await repo.deleteSessionsOf(ctx.tx, ctx.viewer.id, ctx.tokenHash);
  return new Logged(null, ctx.viewer.id);
};
