import type { Role } from '@sergak/contract/access/roles.ts';
import type { Timing } from '@sergak/contract/report-schedules/report-schedules.rules.ts';
import type { ReportDelivery } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** The organisation as its deliveries need it. `licensed`: today is not after the last day of its licence. */
export const findScheduleOrganization = (tx: Tx) =>
  tx
    .selectFrom('organizations')
    .select([
      'id',
      'title',
      'time_zone',
      'brand_color',
      'language',
      sql<boolean>`licence_end >= (${iso(now())}::timestamptz at time zone time_zone)::date`.as('licensed'),
    ])
    .executeTakeFirstOrThrow();
export type ScheduleOrganization = Awaited<ReturnType<typeof findScheduleOrganization>>;

/** The tag «отчеты» with its number of members. */
export const findReportsTag = async (tx: Tx): Promise<{ id: string; members_count: number } | null> => {
  const { rows } = await sql<{ id: string; members_count: number }>`
    select t.id, (select count(*)::int from tag_employees m join employees e on e.id = m.employee_id
      where m.tag_id = t.id and e.deleted_at is null) as members_count
    from tags t where t.type = 'arbitrary' and t.is_system`.execute(tx);
  return rows[0] ?? null;
};

/** Employees by address, people who have left recently included: the newest holder of each address. */
export const findRecipientsByAddress = async (
  tx: Tx,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; email_key: string }>`
    select distinct on (email_key) id, email_key from employees
    where email_key in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)) and wiped_at is null
    order by email_key, deleted_at desc nulls first`.execute(tx);
  return new Map(rows.map((row) => [row.email_key, row.id]));
};

export type NamedRecipient = {
  readonly employee_id: string | null;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role | null;
  readonly has_left: boolean;
};
/** Recipients by name, in the order in which they were entered. People whose data has been erased are no longer named. */
export const namedRecipients = async (tx: Tx): Promise<NamedRecipient[]> => {
  const { rows } = await sql<NamedRecipient>`
    select r.employee_id, coalesce(e.email, r.email) as email, e.full_name as name, e.role, e.deleted_at is not null as has_left
    from report_recipients r left join employees e on e.id = r.employee_id
    where e.wiped_at is null order by r.id`.execute(tx);
  return rows;
};

/** The members of the tag «отчеты», up to `limit`. */
export const tagMembers = async (tx: Tx, limit: number): Promise<NamedRecipient[]> => {
  const { rows } = await sql<NamedRecipient>`
    select e.id as employee_id, e.email, e.full_name as name, e.role, false as has_left
    from tags t join tag_employees m on m.tag_id = t.id join employees e on e.id = m.employee_id
    where t.type = 'arbitrary' and t.is_system and e.deleted_at is null
    order by e.full_name collate "ru-RU-x-icu", e.id limit ${limit}`.execute(tx);
  return rows;
};

/** Which of these periods have had a delivery. */
export const deliveredPeriods = async (tx: Tx, periods: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await tx
        .selectFrom('report_deliveries')
        .select('period')
        .where('period', 'in', [...periods])
        .execute()
    ).map((row) => row.period),
  );

export const hasUnfinished = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('report_deliveries').select('id').where('state', '=', 'preparing').executeTakeFirst()) !==
  undefined;

/** Full name of an employee of the organisation; undefined for people of other organisations. */
export const findName = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('employees').select('full_name').where('id', '=', id).executeTakeFirst())?.full_name;

/** Reports of a delivery with their files. A deleted report is missing. */
export const findReports = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('reports as r')
    .leftJoin('files as f', 'f.id', 'r.file_id')
    .select(['r.id', 'r.title', 'r.status', 'r.error', 'r.file_id', 'f.size'])
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .execute();
export type FoundReport = Awaited<ReturnType<typeof findReports>>[number];

type ActiveSchedule = Timing & { readonly id: string; readonly time_zone: string; readonly settled_until: string };
/** All schedules that are on. Crosses tenants: the sweep serves the whole installation. */
export const activeSchedules = async (tx: SystemTx): Promise<ActiveSchedule[]> => {
  const { rows } = await sql<ActiveSchedule>`
    select o.id, o.time_zone, s.frequency, s.weekday, s.month_day, s.hour, s.settled_until
    from report_schedules s join organizations o on o.id = s.organization_id
    where s.frequency <> 'off' and o.removal_started_at is null`.execute(tx);
  return rows;
};

/** Deliveries whose reports have all ended. Crosses tenants. */
export const readyDeliveries = async (tx: SystemTx): Promise<{ id: string; organization_id: string }[]> => {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select d.id, d.organization_id from report_deliveries d join organizations o on o.id = d.organization_id
    where d.state = 'preparing' and o.removal_started_at is null and not exists (
      select from jsonb_array_elements(d.reports) one join reports r on r.id = (one->>'report_id')::uuid
      where r.status = 'in_progress')
    order by d.created_at`.execute(tx);
  return rows;
};

type ShownReport = ReportDelivery['reports'][number];
type DeliveryRow = Omit<ReportDelivery, 'recipients' | 'reports' | 'state'> & {
  readonly state: 'preparing' | 'sent' | 'failed';
  readonly reports: readonly (Pick<ShownReport, 'kind'> & Partial<ShownReport>)[];
};
type RecipientRow = ReportDelivery['recipients'][number] & { readonly delivery_id: string };

const columns = sql`d.id, d.due_at, d.created_at, d.state, d.reason, d.reports, e.full_name as ordered_by,
  case when d.period like 'manual:%' then 'manual' else 'schedule' end as trigger`;

/** An email that is no longer in the outbox was deleted when its recipient left. */
const recipientsOf = async (tx: Tx, ids: readonly string[]): Promise<RecipientRow[]> => {
  const { rows } = await sql<RecipientRow>`
    select r.delivery_id, r.attached, o.reply, case when e.wiped_at is null then coalesce(e.email, r.email) else '' end as email,
      case when e.wiped_at is null then e.full_name end as name, coalesce(r.skipped, o.state, 'left') as state
    from report_delivery_recipients r left join employees e on e.id = r.employee_id left join outbox o on o.id = r.outbox_id
    where r.delivery_id = any(${ids}::uuid[]) order by r.id`.execute(tx);
  return rows;
};

/** The state that people see: whether the emails of a delivery have left. */
const shownState = (row: DeliveryRow, recipients: readonly RecipientRow[]): ReportDelivery['state'] => {
  if (row.state !== 'sent') return row.state;
  if (recipients.some((one) => one.state === 'queued')) return 'sending';
  const sent = recipients.filter((one) => one.state === 'sent').length;
  if (sent === 0) return 'failed';
  return sent === recipients.length && row.reports.every((one) => one.status === 'complete') ? 'sent' : 'partly';
};

const shown = async (tx: Tx, rows: readonly DeliveryRow[]): Promise<ReportDelivery[]> => {
  const all = await recipientsOf(
    tx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const recipients = all.filter((one) => one.delivery_id === row.id);
    return {
      ...row,
      state: shownState(row, recipients),
      reports: row.reports.map((one) => ({
        kind: one.kind,
        status: one.status ?? ('in_progress' as const),
        error: one.error ?? null,
      })),
      recipients: recipients.map(({ delivery_id: _, ...one }) => one),
    };
  });
};

export const findDelivery = async (tx: Tx, id: string): Promise<ReportDelivery> => {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from report_deliveries d left join employees e on e.id = d.ordered_by where d.id = ${id}`.execute(
    tx,
  );
  return (await shown(tx, rows))[0]!;
};

export const selectDeliveries = async (tx: Tx, page: { limit: number; offset: number }) => {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from report_deliveries d left join employees e on e.id = d.ordered_by
    order by d.created_at desc, d.id limit ${page.limit} offset ${page.offset}`.execute(tx);
  const { n } = await tx
    .selectFrom('report_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { data: await shown(tx, rows), total_count: n };
};
