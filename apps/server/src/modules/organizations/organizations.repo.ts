import { randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type NewOrganization = {
  title: string;
  language: Language;
  timeZone: string;
  usersLimit: number;
  licenceStart: string;
  licenceEnd: string;
  parent?: { id: string; path: readonly string[] };
  brandColor?: string;
  isDemo?: boolean;
};

/** Adds an organisation below `parent`, or a root. Crosses tenants: what is made has no transaction of its own yet. */
export const insertOrganization = async (tx: SystemTx, o: NewOrganization): Promise<string> => {
  const id = randomUUID();
  await tx
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
      created_at: now(),
      ...(o.brandColor ? { brand_color: o.brandColor } : {}),
    })
    .execute();
  return id;
};

/** The department and the tags that every organisation starts with. */
export const insertDefaults = async (tx: Tx, tags: readonly DefaultTag[], departmentTitle: string): Promise<void> => {
  await tx.insertInto('departments').values({ title: departmentTitle, is_default: true }).execute();
  await tx
    .insertInto('tags')
    .values(tags.map((tag) => ({ ...tag, is_system: true })))
    .execute();
};

export type DefaultTag = {
  title: string;
  type: 'newbie' | 'not_registered' | 'arbitrary' | 'risk_group';
  color: string;
  life_days?: number;
  min_risk_level?: number;
  max_risk_level?: number;
};

/** How many organisations there are in the installation. */
export const countOrganizations = async (tx: SystemTx): Promise<number> => {
  const row = await tx
    .selectFrom('organizations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
};

/** Locks the organisations from the root down to this one: licences are counted under this lock. */
export const lockPath = (tx: SystemTx, path: readonly string[]) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'users_limit', 'path'])
    .where('id', 'in', [...path])
    .orderBy('id')
    .forUpdate()
    .execute();

type Change = Partial<{
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
  two_factor: boolean;
  sending_paused: boolean;
  version: number;
}>;

/** Changes the organisation of the transaction. */
export const updateOrganization = (tx: Tx, change: Change) => tx.updateTable('organizations').set(change).execute();

export const lockOrganization = (tx: Tx) =>
  tx.selectFrom('organizations').selectAll().forUpdate().executeTakeFirstOrThrow();

export const insertDomain = (tx: Tx, domain: string, proof: string, confirmedAt: Date | null) =>
  tx
    .insertInto('organization_domains')
    .values({ domain, proof, confirmed_at: confirmedAt, created_at: now() })
    .execute();

export const findDomain = (tx: Tx, domain: string) =>
  tx
    .selectFrom('organization_domains')
    .select(['domain', 'proof', 'confirmed_at'])
    .where('domain', '=', domain)
    .executeTakeFirst();

export const confirmDomain = (tx: Tx, domain: string) =>
  tx.updateTable('organization_domains').set({ confirmed_at: now() }).where('domain', '=', domain).execute();

export const deleteDomain = (tx: Tx, domain: string) =>
  tx.deleteFrom('organization_domains').where('domain', '=', domain).execute();
