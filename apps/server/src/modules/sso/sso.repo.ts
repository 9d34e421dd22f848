import type { ssoRoles } from '@sergak/contract/sso/sso.rules.ts';
import type { SsoAttributes, SsoSettings } from '@sergak/contract/sso/sso.schema.ts';
import { sql } from 'kysely';
import { after, MINUTE, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { digest } from '../../platform/secrets.ts';

const REQUEST_MINUTES = 10;
const TICKET_MINUTES = 1;

const columns = [
  'organization_id',
  'protocol',
  'enabled',
  'forced',
  'break_glass_id',
  'create_accounts',
  'idp_entity_id',
  'idp_sso_url',
  'idp_certificates',
  'issuer',
  'client_id',
  'client_secret_sealed',
  'ca',
  'attributes',
  'group_roles',
  'certificate',
  'key_sealed',
  'next_certificate',
  'next_key_sealed',
  'last_success_at',
  'version',
] as const;

const settings = (tx: Tx | SystemTx) => tx.selectFrom('sso_settings').select(columns);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof settings>['executeTakeFirst']>>>;
/** The stored row, with the types of its JSON columns. */
export type SsoRow = Omit<Row, 'protocol' | 'attributes' | 'group_roles'> & {
  readonly protocol: SsoSettings['protocol'];
  readonly attributes: SsoAttributes;
  readonly group_roles: { group: string; role: (typeof ssoRoles)[number] }[];
};

export const findSettings = async (tx: Tx): Promise<SsoRow | undefined> =>
  (await settings(tx).executeTakeFirst()) as SsoRow | undefined;
export const lockSettings = async (tx: Tx): Promise<SsoRow | undefined> =>
  (await settings(tx).forUpdate().executeTakeFirst()) as SsoRow | undefined;

type Change = Omit<SsoRow, 'organization_id' | 'last_success_at'>;

export const putSettings = async (tx: Tx, row: Change): Promise<void> => {
  const values = { ...row, attributes: JSON.stringify(row.attributes), group_roles: JSON.stringify(row.group_roles) };
  await tx
    .insertInto('sso_settings')
    .values(values)
    .onConflict((oc) => oc.column('organization_id').doUpdateSet(values))
    .execute();
};

export const setBreakGlass = (tx: Tx, employeeId: string) =>
  tx
    .updateTable('sso_settings')
    .set({ break_glass_id: employeeId, version: sql`version + 1` })
    .execute();

export const setKeys = (
  tx: Tx,
  keys: Pick<Change, 'certificate' | 'key_sealed' | 'next_certificate' | 'next_key_sealed'>,
) =>
  tx
    .updateTable('sso_settings')
    .set({ ...keys, version: sql`version + 1` })
    .execute();

export const markSuccess = (tx: Tx) => tx.updateTable('sso_settings').set({ last_success_at: now() }).execute();

type NewRequest = { id: string; binding: string; nonce?: string; codeVerifier?: string };

export const insertRequest = (tx: Tx, request: NewRequest) =>
  tx
    .insertInto('sso_requests')
    .values({
      id: request.id,
      binding_hash: digest(request.binding),
      nonce: request.nonce ?? null,
      code_verifier: request.codeVerifier ?? null,
      expires_at: after(now(), REQUEST_MINUTES * MINUTE),
    })
    .execute();

/** A request that waits for its answer. */
export const findSignInRequest = (tx: Tx, id: string) =>
  tx
    .selectFrom('sso_requests')
    .select(['id', 'nonce', 'code_verifier'])
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst();

/** The organisation of a request. Crosses tenants: all OpenID Connect answers arrive at one address. */
export const organizationOfRequest = async (tx: SystemTx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('sso_requests').select('organization_id').where('id', '=', id).executeTakeFirst())
    ?.organization_id;

/** Uses a request up. False: it is unknown, expired, or was answered before. */
export const useRequest = async (tx: Tx, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('sso_requests')
    .set({ answered_at: now(), nonce: null, code_verifier: null })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Stores the ticket of an accepted answer. */
export const setTicket = (tx: Tx, id: string, ticket: string, employeeId: string) =>
  tx
    .updateTable('sso_requests')
    .set({
      ticket_hash: digest(ticket),
      ticket_expires_at: after(now(), TICKET_MINUTES * MINUTE),
      employee_id: employeeId,
    })
    .where('id', '=', id)
    .execute();

/** Takes a valid ticket out: it works once. Crosses tenants: the person is not known yet. */
export const takeTicket = (tx: SystemTx, ticket: string) =>
  tx
    .deleteFrom('sso_requests')
    .where('ticket_hash', '=', digest(ticket))
    .where('ticket_expires_at', '>', now().toISOString())
    .returning(['binding_hash', 'employee_id'])
    .executeTakeFirst();

/** Remembers an assertion. False: it was used before. */
export const rememberAssertion = async (tx: Tx, id: string, expiresAt: Date): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_assertions')
    .values({ id, expires_at: expiresAt })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
};

/** Deletes what is over. Crosses tenants: the sweep serves the whole installation. */
export const deleteExpiredRequests = async (tx: SystemTx, at: Date): Promise<void> => {
  await tx.deleteFrom('sso_requests').where('expires_at', '<', at.toISOString()).execute();
  await tx.deleteFrom('sso_assertions').where('expires_at', '<', at.toISOString()).execute();
};
