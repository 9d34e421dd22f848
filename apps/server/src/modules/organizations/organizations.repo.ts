import { randomBytes, randomUUID } from 'node:crypto';
import { APPROVAL_ABOVE_FIRST } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type NewOrganization = {
  id?: string;
  title: string;
  language: Language;
  timeZone: string;
  usersLimit: number;
  licenceStart: string;
  licenceEnd: string;
  parent?: { id: string; path: readonly string[] };
  brandColor?: string;
  isDemo?: boolean;
  /** A job still has to install the starter content. */
  starterDue?: boolean;
  /** Its super user is still to be asked for title, language, time zone and seats. */
  setUpDue?: boolean;
  /** The limit above which campaigns need an approval; by default the one of a new organisation. */
  approvalAbove?: number | null;
};

/** Adds a child of `parent`, or a root. The transaction crosses tenants, or belongs to the given id. */
export const insertOrganization = async (tx: SystemTx | Tx, o: NewOrganization): Promise<string> => {
  const id = o.id ?? randomUUID();
  await (tx as Tx)
    .insertInto('organizations')
    .values({
      id,
      parent_id: o.parent?.id ?? null,
      path: [...(o.parent?.path ?? []), id],
      title: o.title,
      language: o.language,
      time_zone: o.timeZone,
      users_limit: o.usersLimit,
      licence_start: o.licenceStart,
      licence_end: o.licenceEnd,
      header_key: randomBytes(32),
      is_demo: o.isDemo ?? false,
      starter_due: o.starterDue ?? false,
      set_up_due: o.setUpDue ?? false,
      approval_above: o.approvalAbove === undefined ? APPROVAL_ABOVE_FIRST : o.approvalAbove,
      approval_is_default: o.approvalAbove === undefined,
      created_at: now(),
      ...(o.brandColor ? { brand_color: o.brandColor } : {}),
    })
    .execute();
  return id;
};

export type OrganizationChange = Partial<{
  title: string;
  description: string;
  language: Language;
  time_zone: string;
  brand_color: string;
  work_from: number;
  work_to: number;
  work_days: number[];
  holidays: string[];
  consent_required: boolean;
  reveal_unknown_email: boolean;
  daily_cap: number;
  minute_cap: number | null;
  person_weekly_cap: number;
  person_gap_hours: number;
  approval_above: number | null;
  approval_is_default: boolean;
  own_networks: string[];
  two_factor: boolean;
  sending_paused: boolean;
  starter_due: boolean;
  set_up_due: boolean;
  users_limit: number;
  licence_start: string;
  licence_end: string;
  logo_light_file_id: string | null;
  logo_dark_file_id: string | null;
  removal_started_at: Date;
  version: number;
}>;

/** Changes the organisation of the transaction. */
export const updateOrganization = (tx: Tx, change: OrganizationChange) =>
  tx.updateTable('organizations').set(change).execute();

/** Stops the simulated emails of every organisation; returns the organisations newly stopped. Crosses tenants. */
export const pauseEverywhere = async (tx: SystemTx): Promise<string[]> => {
  const rows = await tx
    .updateTable('organizations')
    .set({ sending_paused: true })
    .where('sending_paused', '=', false)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * The organisation of the transaction, locked against other changes and against transactions that take a place of its licence.
 * Not `for update`: that would deadlock with a transaction that has written a row of the organisation and waits for a place.
 */
export const lockOrganization = (tx: Tx) =>
  tx.selectFrom('organizations').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();

/** Parent of the transaction's organisation. */
export const findParent = async (tx: Tx): Promise<string | null> =>
  (await tx.selectFrom('organizations').select('parent_id').executeTakeFirst())?.parent_id ?? null;

export const insertDomain = (tx: Tx, domain: string, proof: string, verifiedAt: Date | null) =>
  tx.insertInto('organization_domains').values({ domain, proof, verified_at: verifiedAt, created_at: now() }).execute();

export const findDomain = (tx: Tx, domain: string) =>
  tx
    .selectFrom('organization_domains')
    .select(['domain', 'proof', 'verified_at', 'failing_since'])
    .where('domain', '=', domain)
    .executeTakeFirst();

export const confirmDomain = (tx: Tx, domain: string) =>
  tx
    .updateTable('organization_domains')
    .set({ verified_at: now(), checked_at: now(), failing_since: null })
    .where('domain', '=', domain)
    .execute();

export const deleteDomain = (tx: Tx, domain: string) =>
  tx.deleteFrom('organization_domains').where('domain', '=', domain).execute();
