import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import { inSystem, inTenant } from '../../platform/db.ts';
import type { Platform } from '../../platform/context.ts';
import { insertDefaults, insertOrganization, type DefaultTag, type NewOrganization } from './organizations.repo.ts';

export const defaultTags: readonly DefaultTag[] = [
  { title: ownTitles.newbie, type: 'newbie', color: '#3dbc87', life_days: 30 },
  { title: ownTitles.not_registered, type: 'not_registered', color: '#8a94a6' },
  { title: ownTitles.low_risk, type: 'risk_group', color: '#2f9e6e', min_risk_level: 0, max_risk_level: 3 },
  { title: ownTitles.middle_risk, type: 'risk_group', color: '#e0a100', min_risk_level: 4, max_risk_level: 6 },
  { title: ownTitles.high_risk, type: 'risk_group', color: '#d64545', min_risk_level: 7, max_risk_level: 10 },
  { title: ownTitles.reports, type: 'arbitrary', color: '#A259FF' },
];

/** Makes an organisation with its default department and tags; what else it starts with (library, letters) is added by the seeds. */
export const createOrganization = async (platform: Platform, organization: NewOrganization): Promise<string> => {
  const id = await inSystem(platform.db, (tx) => insertOrganization(tx, organization));
  await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', (tx) =>
    insertDefaults(tx, defaultTags, ownTitles.no_department),
  );
  return id;
};
