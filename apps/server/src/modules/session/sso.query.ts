import type { SystemTx, Tx } from '../../platform/db.ts';

/**
 * The identity provider through which the people of an organisation must sign in. `host` names it, or is empty. The super user
 * `break_glass_id` keeps the password; null if that person was removed or lost the role.
 */
export type ForcedProvider = { readonly host: string; readonly break_glass_id: string | null };

/** The provider that an organisation requires; undefined if its people may use passwords. */
export const findForcedProvider = async (
  tx: Tx | SystemTx,
  organizationId: string,
): Promise<ForcedProvider | undefined> => {
  const row = await tx
    .selectFrom('sso_settings as s')
    .leftJoin('employees as e', (join) =>
      join
        .onRef('e.organization_id', '=', 's.organization_id')
        .onRef('e.id', '=', 's.break_glass_id')
        .on('e.role', '=', 'super_user')
        .on('e.deleted_at', 'is', null),
    )
    .select(['s.protocol', 's.issuer', 's.idp_sso_url', 'e.id as break_glass_id'])
    .where('s.organization_id', '=', organizationId)
    .where('s.forced', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  const address = row.protocol === 'oidc' ? row.issuer : row.idp_sso_url;
  return { host: URL.canParse(address) ? new URL(address).host : '', break_glass_id: row.break_glass_id };
};

/**
 * Whether a person of the organisation may sign in only through its required provider. If the super user who keeps the password is
 * gone, every super user may use a password: nobody is locked out.
 */
export const mustUseProvider = (
  { break_glass_id }: ForcedProvider,
  person: { readonly id: string; readonly role: string },
): boolean => (break_glass_id === null ? person.role !== 'super_user' : break_glass_id !== person.id);

/** {@link mustUseProvider} for one person of any organisation. */
export const requiresProvider = async (
  tx: SystemTx,
  person: { readonly id: string; readonly organization_id: string; readonly role: string },
): Promise<boolean> => {
  const provider = await findForcedProvider(tx, person.organization_id);
  return provider !== undefined && mustUseProvider(provider, person);
};

/**
 * Whether a person keeps a password although the people of the organisation must use its provider. That password is worth as much as
 * the provider, so an authenticator app of this person is never replaced by an email, whose mailbox often is behind the provider.
 */
export const keepsPassword = async (
  tx: SystemTx,
  person: { readonly id: string; readonly organization_id: string; readonly role: string },
): Promise<boolean> => {
  const provider = await findForcedProvider(tx, person.organization_id);
  return provider !== undefined && !mustUseProvider(provider, person);
};

/** Root organisations with single sign-on, and those that force it. */
export const countProviders = (tx: SystemTx) =>
  tx
    .selectFrom('organizations as o')
    .leftJoin('sso_settings as s', 's.organization_id', 'o.id')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('s.enabled', '=', true).as('enabled'),
      eb.fn.countAll<number>().filterWhere('o.parent_id', 'is', null).as('roots'),
      eb.fn
        .countAll<number>()
        .filterWhere((f) => f.and([f('o.parent_id', 'is', null), f('s.forced', '=', true)]))
        .as('forced_roots'),
    ])
    .executeTakeFirstOrThrow();
