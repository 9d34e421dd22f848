import type { certificatesEndpoints } from '@sergak/contract/certificates/certificates.endpoints.ts';
import { initialsOf, readCertificateNumber } from '@sergak/contract/certificates/certificates.rules.ts';
import type { PublicCertificate } from '@sergak/contract/certificates/certificates.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx, type OpenCtx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { queueEmail } from '../../platform/outbox.ts';
import { limitRate, networkOf } from '../../platform/rate.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { emailTexts, greeting } from '../../platform/email-texts.ts';
import * as query from './certificates.query.ts';
import * as repo from './certificates.repo.ts';
import { settleNotifications } from '../notifications/public.ts';
import { endingCertificates } from './waiting.query.ts';

type In<K extends keyof typeof certificatesEndpoints> = Input<(typeof certificatesEndpoints)[K]>;

/** Calls per minute from one network: enough for people behind one address, too few to guess numbers. */
const PER_MINUTE = 60;
const today = (ctx: Ctx) => dayIn(now(), ctx.viewer.timeZone);

export const listCertificates = (ctx: Ctx, input: In<'certificates.list'>) =>
  query.selectCertificatePage(ctx.tx, today(ctx), input);

export const listOwnCertificates = async (ctx: Ctx) => ({
  data: await query.selectPersonCertificates(ctx.tx, today(ctx), ctx.viewer.id),
});

/** Confirms a certificate to anyone who has its number. A number that cannot exist is answered as an unknown one. */
export const verify = async (
  { platform, request }: OpenCtx,
  input: In<'certificates.verify'>,
): Promise<PublicCertificate> => {
  await limitRate(platform.db, `certificate:${networkOf(request.address)}`, PER_MINUTE, 60);
  const number = readCertificateNumber(input.number);
  const found = await query.findByNumber(platform.db, number ?? '', now());
  if (!found) throw new AppError('certificate.not_found');
  const { person_name, revoked, expired, ...shown } = found;
  return {
    ...shown,
    initials: initialsOf(person_name),
    state: revoked ? 'revoked' : expired ? 'expired' : 'valid',
  };
};

/** Revokes a certificate for good: its public page says so from now on, and its owner gets an email with the reason. */
export const revoke = async (ctx: Ctx, input: In<'certificates.revoke'>) => {
  const found = await query.findOne(ctx.tx, today(ctx), input.id);
  if (!found) throw new AppError('certificate.not_found');
  if (!(await repo.revokeCertificate(ctx.tx, input.id, ctx.viewer.id, input.reason)))
    throw new AppError('certificate.revoked');
  await settleNotifications(ctx.tx, endingCertificates);
  const owner = found.employee_id && (await query.findOwner(ctx.tx, found.employee_id));
  if (owner) {
    const organization = await query.findCertificateOrganization(ctx.tx);
    const language = owner.language ?? organization.language;
    const words = emailTexts(language, 'certificates__server', 'email.revoked', {
      course: found.course_title,
      number: found.number,
      reason: input.reason,
    });
    await queueEmail(ctx.tx, {
      kind: 'certificate_revoked',
      employeeId: owner.id,
      to: owner.email,
      language,
      subject: words.subject,
      ...layOutEmail({
        language,
        organization: organization.title,
        brandColor: organization.brand_color,
        title: words.title,
        paragraphs: [greeting(language, owner.first_name), ...words.paragraphs],
      }),
    });
  }
  return new Logged((await query.findOne(ctx.tx, today(ctx), input.id))!, {
    kind: 'certificate',
    id: found.id,
    title: found.number,
    details: { note: input.reason },
  });
};
