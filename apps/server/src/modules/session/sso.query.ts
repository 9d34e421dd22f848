import type { SystemTx } from '../../platform/db.ts';

/**
 * Whether the person may sign in only through the identity provider of the organisation. If the super user who keeps
 * the password was removed or lost the role, every super user may use a password: nobody is locked out.
 */
export const requiresProvider = async (
  tx: SystemTx,
  person: { readonly id: string; readonly organization_id: string; readonly role: string },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('sso_settings as s')
    .leftJoin('employees as e', (join) =>
      join
        .onRef('e.organization_id', '=', 's.organization_id')
        .onRef('e.id', '=', 's.break_glass_id')
        .on('e.role', '=', 'super_user')
        .on('e.deleted_at', 'is', null),
    )
    .select(['s.forced', 'e.id as break_glass_id'])
    .where('s.organization_id', '=', person.organization_id)
    .executeTakeFirst();
  if (!row?.forced) return false;
  return row.break_glass_id === null ? person.role !== 'super_user' : row.break_glass_id !== person.id;
};

/** The address of the identity provider of an organisation. */
export const findProvider = async (tx: SystemTx, organizationId: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('sso_settings')
      .select((eb) =>
        eb.case().when('protocol', '=', 'oidc').then(eb.ref('issuer')).else(eb.ref('idp_sso_url')).end().as('address'),
      )
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
  )?.address;

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
