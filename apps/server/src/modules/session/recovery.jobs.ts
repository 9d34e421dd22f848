import { HOUR } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import { queueEmailIn } from '../../platform/outbox.ts';
import type { JobPayload } from '../../job-table.ts';
import { recoveryWords } from './emails.ts';
import { insertLinkToken } from './links.repo.ts';
import { accountEmail, languageOf } from './notices.service.ts';
import { findByEmail, lockPerson } from './session.repo.ts';

/**
 * Sends a recovery link to each person with this address, in any organisation. The request only queues this job, for known and
 * unknown addresses alike, so its duration reveals nothing. A second run sends a second link; both work until one is used.
 */
export const sendRecovery = async (
  { platform }: JobCtx,
  { email }: JobPayload<'session.send-recovery'>,
): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const { id } of await findByEmail(tx, email)) {
      const person = await lockPerson(tx, id);
      if (person?.email.toLowerCase() !== email.toLowerCase()) continue; // changed in the meantime
      const token = await insertLinkToken(tx, {
        organizationId: person.organization_id,
        employeeId: person.id,
        purpose: 'recovery',
        lifetimeMs: HOUR,
      });
      const sent = accountEmail(person, {
        kind: 'recovery',
        words: recoveryWords[languageOf(person)](person.full_name),
        url: `${platform.urls.portal}/lk/auth/password/recovery/confirm/${token}`,
        opensAccount: true,
      });
      await queueEmailIn(tx, person.organization_id, sent);
    }
  });
