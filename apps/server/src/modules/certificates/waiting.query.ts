import { dayIn, now } from '../../platform/clock.ts';
import type { WaitingSource } from '../../platform/waiting.ts';
import { countExpiring } from './certificates.query.ts';

/** Certificates that end soon, as the list of certificates marks them. */
export const endingCertificates: WaitingSource = {
  kind: 'certificates',
  find: async (tx) => {
    const { time_zone } = await tx.selectFrom('organizations').select('time_zone').executeTakeFirstOrThrow();
    const { number, since } = await countExpiring(tx, dayIn(now(), time_zone), time_zone);
    return since === null ? [] : [{ thing_id: null, title: '', number, since }];
  },
};
