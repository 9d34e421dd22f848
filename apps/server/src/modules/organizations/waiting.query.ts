import { LICENCE_DAYS } from '@sergak/contract/notifications/notifications.rules.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { WaitingSource } from '../../platform/waiting.ts';

/** A licence that ends soon, or has ended. */
export const endingLicence: WaitingSource = {
  kind: 'licence',
  find: async (tx) => {
    const { rows } = await sql<{ day: string; since: string }>`
      select o.licence_end::text as day,
        (o.licence_end - ${LICENCE_DAYS}::int)::timestamp at time zone o.time_zone as since
      from organizations o
      where o.licence_end - (${iso(now())}::timestamptz at time zone o.time_zone)::date <= ${LICENCE_DAYS}::int`.execute(
      tx,
    );
    return rows.map(({ day, since }) => ({ thing_id: null, title: '', number: 1, day, since }));
  },
};
