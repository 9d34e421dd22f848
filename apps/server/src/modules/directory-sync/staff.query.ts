import { addressKey } from '@sergak/contract/email-address.rules.ts';
import { administratorRoles } from '@sergak/contract/access/roles.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** Whether an entry is that of an administrator, by key or address: a sync does not change these people. */
export const administratorCheck = async (tx: Tx): Promise<(entry: { key: string; email: string }) => boolean> => {
  const rows = await tx
    .selectFrom('employees as e')
    .leftJoin('directory_links as l', 'l.employee_id', 'e.id')
    .select(['e.email', 'l.entry_key'])
    .where('e.role', 'in', [...administratorRoles])
    .where('e.deleted_at', 'is', null)
    .execute();
  const addresses = new Set(rows.map(({ email }) => addressKey(email)));
  const keys = new Set(rows.map(({ entry_key }) => entry_key).filter((key) => key !== null));
  return ({ key, email }) => keys.has(key) || addresses.has(addressKey(email));
};

export const countStaff = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom('employees')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).n;

/** People whom scheduled syncs removed in the last 24 hours without asking, and who have not returned. */
export const countRecentLeavers = async (tx: Tx): Promise<number> =>
  (
    await tx
      .selectFrom('employees as e')
      .innerJoin('employee_imports as i', 'i.id', 'e.deleted_import')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('e.deleted_at', '>=', iso(after(now(), -DAY)))
      .where('i.from_directory', '=', true)
      .where(sql<boolean>`i.confirmed->>'unasked' = 'true'`)
      .executeTakeFirstOrThrow()
  ).n;

/** Whether today, in the time zone of the organisation, is not after the last day of its licence. */
export const isLicensed = async (tx: Tx): Promise<boolean> =>
  (
    await tx
      .selectFrom('organizations')
      .select(sql<boolean>`licence_end >= (${iso(now())}::timestamptz at time zone time_zone)::date`.as('licensed'))
      .where('id', '=', sql<string>`current_setting('app.org')::uuid`)
      .executeTakeFirstOrThrow()
  ).licensed;
