import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { HOUR } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { queueEmailIn } from '../../platform/outbox.ts';
import { emailTexts } from '../../platform/email-texts.ts';
import type { JobPayload } from '../../job-table.ts';
import { insertLinkToken } from './links.repo.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { findByEmail, lockPerson, type SignInPerson } from './session.repo.ts';
import { findForcedProvider, mustUseProvider } from './sso.query.ts';

/**
 * Sends a recovery link to each person with this address, in any organisation. The request only queues this job, for known and
 * unknown addresses alike, so its duration reveals nothing. A second run sends a second link; both work until one is used.
 * A person who may sign in only through the identity provider of the organisation gets a notice instead.
 */
export const sendRecovery = async (
  { platform }: JobCtx,
  { email }: JobPayload<'session.send-recovery'>,
): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const { id } of await findByEmail(tx, email)) {
      const person = await lockPerson(tx, id);
      if (person === undefined || addressKey(person.email) !== addressKey(email)) continue; // changed in the meantime
      const provider = await findForcedProvider(tx, person.organization_id);
      if (provider && mustUseProvider(provider, person)) {
        await queueEmailIn(tx, person.organization_id, providerEmail(platform, person, provider.host));
        continue;
      }
      const token = await insertLinkToken(tx, {
        organizationId: person.organization_id,
        employeeId: person.id,
        purpose: 'recovery',
        lifetimeMs: HOUR,
      });
      const sent = accountEmail(person, {
        kind: 'recovery',
        words: emailTexts(languageOf(person), 'session__server', 'email.recovery', { name: person.full_name }),
        url: `${platform.urls.portal}/lk/auth/password/recovery/confirm/${token}`,
        opensAccount: true,
      });
      await queueEmailIn(tx, person.organization_id, sent);
    }
  });

/** The notice for a person without the right to use a password: names the provider and leads to the sign-in page. */
const providerEmail = ({ urls }: Platform, person: SignInPerson, host: string) =>
  accountEmail(person, {
    kind: 'recovery_by_provider',
    words: emailTexts(languageOf(person), 'session__server', 'email.through_provider', {
      name: person.full_name,
      host: host && ` (${host})`,
    }),
    url: `${urls.portal}/lk/auth/login`,
  });
