import type { Features } from '@sergak/contract/session/features.endpoints.ts';
import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';

export type OrganizationFeatures = Omit<Features, 'applies'>;

const standard: OrganizationFeatures = {
  analytics_enabled: false,
  analytics_id: '',
  analytics_id_2: '',
  feature_flags: [],
  version: 0,
};

/** The analytics ids and flags of an organisation; none while nothing is set. */
export const findFeatures = async (tx: Tx | SystemTx, organizationId: string): Promise<OrganizationFeatures> => {
  const row = await tx
    .selectFrom('feature_settings')
    .select(['analytics_enabled', 'analytics_id', 'analytics_id_2', 'feature_flags', 'version'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row ?? standard;
};

/** Stores over the version that was read; nothing is returned if another person saved first. */
export const storeFeatures = async (tx: Tx, input: OrganizationFeatures): Promise<OrganizationFeatures | undefined> => {
  const { rows } = await sql<OrganizationFeatures>`
    insert into feature_settings as s (analytics_enabled, analytics_id, analytics_id_2, feature_flags, version)
    values (${input.analytics_enabled}, ${input.analytics_id}, ${input.analytics_id_2}, ${input.feature_flags}::text[],
      ${input.version + 1})
    on conflict (organization_id) do update set analytics_enabled = excluded.analytics_enabled,
      analytics_id = excluded.analytics_id, analytics_id_2 = excluded.analytics_id_2,
      feature_flags = excluded.feature_flags, version = excluded.version
    where s.version = ${input.version}
    returning s.analytics_enabled, s.analytics_id, s.analytics_id_2, s.feature_flags, s.version`.execute(tx);
  return rows[0];
};
