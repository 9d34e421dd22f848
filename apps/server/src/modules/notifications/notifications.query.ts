import { rolesWith } from '@sergak/contract/access/roles.ts';
import {
  DIGEST_MINUTE,
  notificationKinds,
  type NotificationKind,
  type NotificationWay,
} from '@sergak/contract/notifications/notifications.rules.ts';
import type { Notification } from '@sergak/contract/notifications/notifications.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import { after, iso, MINUTE, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

type Reader = { readonly id: string; readonly kinds: readonly NotificationKind[] };

/** Whether a person sees notification `n`: kinds are those of the person's permissions and choices. */
export const isVisible = ({ id, kinds }: Reader): RawBuilder<boolean> =>
  sql<boolean>`(n.kind = any(${kinds}::text[]) and coalesce(n.employee_id = ${id}::uuid, true) and ${id}::uuid <> all(n.barred))`;

const isRead = (id: string) =>
  sql<boolean>`exists (select from notification_reads r where r.notification_id = n.id and r.employee_id = ${id}::uuid)`;

export const listNotifications = async (tx: Tx, reader: Reader, page: { limit: number; offset: number }) => {
  const { rows: data } = await sql<Notification>`
    select n.id, n.kind, n.thing_id, n.title, n.number, n.day::text as day, n.raised_at, n.ended_at, ${isRead(reader.id)} as read
    from notifications n where ${isVisible(reader)}
    order by n.raised_at desc, n.id limit ${page.limit} offset ${page.offset}`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notifications n where ${isVisible(reader)}`.execute(tx);
  return { data, total_count: rows[0]!.n, unread: await countUnread(tx, reader) };
};

/** Unread notifications whose cause lasts. */
export const countUnread = async (tx: Tx, reader: Reader): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from notifications n
    where n.ended_at is null and ${isVisible(reader)} and not ${isRead(reader.id)}`.execute(tx);
  return rows[0]!.n;
};

/** The kinds for which this person has chosen a way. */
export const findChoices = async (tx: Tx, employeeId: string): Promise<ReadonlyMap<string, NotificationWay>> => {
  const rows = await tx
    .selectFrom('notification_choices')
    .select(['kind', 'way'])
    .where('employee_id', '=', employeeId)
    .execute();
  return new Map(rows.map((one) => [one.kind, one.way as NotificationWay]));
};

export type Listener = {
  readonly id: string;
  readonly email: string;
  readonly full_name: string;
  readonly language: Language;
};

/** Registered people of the organisation who hear about a kind in one way. `among`: only these people. */
export const findListeners = async (
  tx: Tx,
  kind: NotificationKind,
  way: NotificationWay,
  among: readonly string[] | null = null,
): Promise<Listener[]> => {
  const { permission, usual } = notificationKinds[kind];
  const { rows } = await sql<Listener>`
    select e.id, e.email, e.full_name, coalesce(e.language, o.language) as language
    from employees e join organizations o on o.id = e.organization_id
      left join notification_choices c on c.employee_id = e.id and c.kind = ${kind}
    where e.deleted_at is null and e.is_registered and e.role = any(${rolesWith(permission)}::text[])
      and (${among === null} or e.id = any(${among ?? []}::uuid[])) and coalesce(c.way, ${usual}) = ${way}
    order by e.id limit 1000`.execute(tx);
  return rows;
};

/** Which of these notifications were read, and by whom. */
export const findReads = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('notification_reads')
    .select(['notification_id', 'employee_id'])
    .where('notification_id', 'in', [...ids])
    .execute();

export const findSettings = (tx: Tx) => tx.selectFrom('notification_settings').selectAll().executeTakeFirst();

export const findNotificationOrganization = (tx: Tx) =>
  tx
    .selectFrom('organizations')
    .select(['title', 'brand_color', 'time_zone', 'work_days', 'holidays'])
    .executeTakeFirstOrThrow();

/** Open notifications raised since an instant, for the digest. */
export const findRaisedSince = (tx: Tx, since: Date) =>
  tx
    .selectFrom('notifications')
    .select(['id', 'kind', 'thing_id', 'title', 'number', 'day', 'employee_id', 'barred'])
    .where('ended_at', 'is', null)
    .where('raised_at', '>', iso(since))
    .orderBy('raised_at')
    .limit(500)
    .execute();

export const isOpen = async (tx: Tx, kind: NotificationKind): Promise<boolean> =>
  (
    await tx
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', kind)
      .where('ended_at', 'is', null)
      .limit(1)
      .execute()
  ).length > 0;

const SETTLE_MINUTES = 15;
/** Organisations to look through again, because causes begin and end with time. Crosses tenants: the sweep serves the installation. */
export const organizationsToSettle = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o left join notification_settings s on s.organization_id = o.id
    where o.removal_started_at is null and (s.settled_at is null or s.settled_at < ${iso(after(now(), -SETTLE_MINUTES * MINUTE))})
    order by s.settled_at nulls first limit 500`.execute(tx);
  return rows.map((one) => one.id);
};

/** Organisations with new notifications whose digest of the day is due. */
export const organizationsToDigest = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o
      cross join lateral (select ${iso(now())}::timestamptz at time zone o.time_zone as local) l
      left join notification_settings s on s.organization_id = o.id
    where o.removal_started_at is null
      and extract(hour from l.local) * 60 + extract(minute from l.local) >= ${DIGEST_MINUTE}
      and (s.digested_at is null or (s.digested_at at time zone o.time_zone)::date < l.local::date)
      and exists (select from notifications n where n.organization_id = o.id and n.ended_at is null
        and n.raised_at > coalesce(s.digested_at, '-infinity'))`.execute(tx);
  return rows.map((one) => one.id);
};
