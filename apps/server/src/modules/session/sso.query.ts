import type { SystemTx } from '../../platform/db.ts';

/** Whether the person may sign in only through the identity provider of the organisation. */
export const requiresProvider = async (
  tx: SystemTx,
  person: { readonly id: string; readonly organization_id: string },
): Promise<boolean> => {
  const row = await tx
    .selectFrom('sso_settings')
    .select(['forced', 'break_glass_id'])
    .where('organization_id', '=', person.organization_id)
    .executeTakeFirst();
  return row !== undefined && row.forced && row.break_glass_id !== person.id;
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
