import { strayLetter } from '@sergak/contract/email-address.rules.ts';
import { isEmail } from '@sergak/contract/employees/employees.limits.ts';
import { writeAudit } from '../../platform/audit.ts';
import { HOUR } from '../../platform/clock.ts';
import { Logged, type Ctx, type OpenCtx } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { limitRate } from '../../platform/rate.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import { endSessions, voidAccess } from './access.repo.ts';
import { limitLinks } from './guessing.ts';
import { deleteAddressLinks, findLink, insertLinkToken, lockLink } from './links.repo.ts';
import { accountEmail, languageOf, notifyOldAddressInSystem } from './notices.service.ts';
import { requireOwnPassword } from './own-password.service.ts';
import * as repo from './session.repo.ts';

/** Requests a change of the own address. The password proves who asks; a link proves that the new address can be read. */
export const requestAddressChange = async (ctx: Ctx, input: { email: string; password: string }) => {
  const { tx, viewer, platform } = ctx;
  await limitRate(platform.db, `address:${viewer.id}`, 5, 3_600);
  await requireOwnPassword(ctx, input.password);
  if (!isEmail(input.email)) throw new AppError('employee.email_invalid', [{ field: 'email', code: 'email_invalid' }]);
  if (strayLetter(input.email)) throw new AppError('employee.email_invalid', [{ field: 'email', code: 'email_mixed' }]);
  const person = (await repo.lockPerson(tx, viewer.id))!;
  if (await repo.isAddressTaken(tx, input.email, viewer.id)) throw new AppError('employee.email_taken');
  await deleteAddressLinks(tx, viewer.id);
  const token = await insertLinkToken(tx, {
    organizationId: person.organization_id,
    employeeId: person.id,
    purpose: 'address',
    newEmail: input.email,
    lifetimeMs: HOUR,
  });
  const email = accountEmail(person, {
    kind: 'address_confirm',
    words: emailTexts(languageOf(person), 'session__server', 'email.address_confirm', { name: person.full_name }),
    to: input.email,
    url: `${platform.urls.portal}/lk/auth/address/confirm/${token}`,
    opensAccount: true,
  });
  await queueEmail(tx, email);
  return new Logged(null, { kind: 'employee', id: person.id, changes: { email: [person.email, input.email] } });
};

/** The address that a link confirms; throws if the link no longer works. */
export const readAddressLink = async (ctx: OpenCtx, input: { token: string }) => {
  await limitLinks(ctx);
  const found = await inSystem(ctx.platform.db, (tx) => findLink(tx, input.token, 'address'));
  if (!found) throw new AppError('session.token_invalid');
  return { email: found.new_email! };
};

/** Replaces the person's address, voids all links and codes, ends all sessions and notifies the old address. */
export const confirmAddress = async (ctx: OpenCtx, input: { token: string }) => {
  await limitLinks(ctx);
  await inSystem(ctx.platform.db, async (tx) => {
    const found = await lockLink(tx, input.token, 'address');
    if (!found) throw new AppError('session.token_invalid');
    await repo.setAddress(tx, found.id, found.new_email!);
    await voidAccess(tx, [found.id]);
    await endSessions(tx, [found.id]);
    await notifyOldAddressInSystem(tx, found.id, found.email);
    await writeAudit(
      tx,
      {
        action: 'session.address_changed',
        actorId: found.id,
        actorName: found.full_name,
        address: ctx.request.address,
        organizationId: found.organization_id,
      },
      { kind: 'employee', id: found.id, changes: { email: [found.email, found.new_email] } },
    );
  });
  ctx.cookie.clear();
  return null;
};
