import { RECENT_DAYS, RECENT_KEPT } from '@sergak/contract/search/search.rules.ts';
import type { OpenedThing } from '@sergak/contract/search/search.schema.ts';
import { sql } from 'kysely';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';

/** What a person opened in this organisation, the latest first. */
export const selectOpened = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('recent_things')
    .select(['kind', 'thing'])
    .where('employee_id', '=', employeeId)
    .orderBy('opened_at', 'desc')
    .limit(RECENT_KEPT)
    .execute();

/** Notes that a person opened something now, and forgets what was opened before the last {@link RECENT_KEPT}. */
export const insertOpened = async (tx: Tx, employeeId: string, { kind, thing }: OpenedThing): Promise<void> => {
  await sql`insert into recent_things (employee_id, kind, thing, opened_at) values (${employeeId}, ${kind}, ${thing}, ${iso(now())})
    on conflict (organization_id, employee_id, kind, thing) do update set opened_at = excluded.opened_at`.execute(tx);
  await sql`delete from recent_things where employee_id = ${employeeId} and (kind, thing) in (
    select kind, thing from recent_things where employee_id = ${employeeId} order by opened_at desc offset ${RECENT_KEPT})`.execute(
    tx,
  );
};

/** Deletes what people whose data is erased opened. */
export const forgetOpened = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from recent_things where employee_id = any(${ids}::uuid[])`.execute(tx);
};

/** Deletes what was opened long ago, and what removed people opened, also in organisations below their own. */
export const sweepRecent = ({ db }: Platform): Promise<void> =>
  inSystem(db, async (tx) => {
    await sql`delete from recent_things r where r.opened_at < ${iso(after(now(), -RECENT_DAYS * DAY))}::timestamptz
      or exists (select from employees e where e.id = r.employee_id and e.deleted_at is not null)`.execute(tx);
  });
