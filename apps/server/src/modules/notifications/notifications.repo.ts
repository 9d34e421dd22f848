import type { NotificationKind, NotificationWay } from '@sergak/contract/notifications/notifications.rules.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import type { WaitingThing } from '../../platform/waiting.ts';

/** The channel on which every node hears which organisation has changed notifications. */
export const LIVE_CHANNEL = 'sergak_live';

/** Transactions that look through one kind of an organisation do so one after the other, so that none misses what another stores. */
export const lockKind = async (tx: Tx, kind: NotificationKind): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('notifications:' || ${kind} || ':' || current_setting('app.org'), 0))`.execute(
    tx,
  );
};

export const openOfKind = (tx: Tx, kind: NotificationKind) =>
  tx
    .selectFrom('notifications')
    .select(['id', 'thing_id', 'title', 'number', 'since', 'day', 'employee_id', 'barred'])
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .execute();

const values = (thing: WaitingThing) => ({
  title: thing.title,
  number: thing.number,
  since: thing.since,
  day: thing.day ?? null,
  employee_id: thing.employee_id ?? null,
  barred: [...(thing.barred ?? [])],
});

export const raise = async (tx: Tx, kind: NotificationKind, things: readonly WaitingThing[]): Promise<void> => {
  await tx
    .insertInto('notifications')
    .values(things.map((thing) => ({ kind, thing_id: thing.thing_id, ...values(thing), raised_at: now() })))
    .execute();
};

export const end = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set({ ended_at: now() })
    .where('id', 'in', [...ids])
    .execute();
};

/** Stores what a thing is like now. `again`: there is more of it than before, so it is raised once more and unread again. */
export const change = async (tx: Tx, id: string, thing: WaitingThing, again: boolean): Promise<void> => {
  await tx
    .updateTable('notifications')
    .set({ ...values(thing), ...(again && { raised_at: now(), announced_at: null }) })
    .where('id', '=', id)
    .execute();
  if (again) await tx.deleteFrom('notification_reads').where('notification_id', '=', id).execute();
};

/** Tells every node, at the commit, that what people of this organisation see has changed. */
export const notifyNodes = async (tx: Tx): Promise<void> => {
  await sql`select pg_notify(${LIVE_CHANNEL}, current_setting('app.org'))`.execute(tx);
};

/** Marks these notifications of the person, or all with null, as read. */
export const markRead = async (
  tx: Tx,
  employeeId: string,
  visible: ReturnType<typeof sql>,
  ids: readonly string[] | null,
): Promise<void> => {
  await sql`
    insert into notification_reads (notification_id, employee_id, read_at)
    select n.id, ${employeeId}, ${iso(now())} from notifications n
    where ${visible} and (${ids === null} or n.id = any(${ids ?? []}::uuid[]))
    on conflict do nothing`.execute(tx);
};

export const putChoices = async (
  tx: Tx,
  employeeId: string,
  choices: readonly { kind: NotificationKind; way: NotificationWay }[],
): Promise<void> => {
  if (choices.length === 0) return;
  await tx
    .insertInto('notification_choices')
    .values(choices.map((one) => ({ ...one, employee_id: employeeId })))
    .onConflict((oc) =>
      oc.columns(['organization_id', 'employee_id', 'kind']).doUpdateSet((eb) => ({ way: eb.ref('excluded.way') })),
    )
    .execute();
};

export const lockSettings = (tx: Tx) =>
  tx.selectFrom('notification_settings').selectAll().forUpdate().executeTakeFirst();

type Settings = {
  quiet_from: number | null;
  quiet_to: number | null;
  quiet_days_off: boolean;
  version: number;
  settled_at: Date;
  digested_at: Date;
};
export const putSettings = async (tx: Tx, row: Partial<Settings>): Promise<void> => {
  await tx
    .insertInto('notification_settings')
    .values(row)
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(row))
    .execute();
};

/** Returns the open notifications whose emails at once are due, and marks them as announced. */
export const takeUnannounced = async (tx: Tx) =>
  tx
    .updateTable('notifications')
    .set({ announced_at: now() })
    .where('announced_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning(['id', 'kind', 'thing_id', 'title', 'number', 'day', 'employee_id', 'barred'])
    .execute();

const AT_ONCE = 5_000;
/** Deletes notifications that ended before an instant. Crosses tenants: the sweep serves the whole installation. */
export const deleteEnded = async (tx: SystemTx, before: Date): Promise<void> => {
  await sql`delete from notifications where id in (select id from notifications where ended_at < ${iso(before)}
    order by ended_at limit ${AT_ONCE})`.execute(tx);
};

/** Deletes what is stored about people whose data is erased. */
export const forgetReaders = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from notification_reads where employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from notification_choices where employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`delete from notifications where employee_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update notifications set barred = array(select one from unnest(barred) one where one <> all(${ids}::uuid[]))
    where barred && ${ids}::uuid[]`.execute(tx);
};
