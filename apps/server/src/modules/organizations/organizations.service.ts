import { randomUUID } from 'node:crypto';
import { ownTitles } from '@sergak/contract/organizations/own-titles.rules.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
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

/**
 * Creates an organisation with its default department and tags and its first people, in one transaction. The seeds add the
 * rest of the starter content (library, emails).
 */
export const createOrganization = async (
  platform: Platform,
  organization: NewOrganization,
  addPeople: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<string> => {
  const id = randomUUID();
  await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', async (tx) => {
    await insertOrganization(tx, { ...organization, id });
    await insertDefaults(tx, defaultTags, ownTitles.no_department);
    await addPeople(tx);
  });
  return id;
};
