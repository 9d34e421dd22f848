import { randomUUID } from 'node:crypto';
import { inTenant, type Tx } from '../../platform/db.ts';
import type { Platform } from '../../platform/context.ts';
import { insertDefaults, insertOrganization, type DefaultTag, type NewOrganization } from './organizations.repo.ts';

/** What each organisation starts with. The titles are fixed by the specification, whatever the language. */
export const DEFAULT_DEPARTMENT = 'Без отдела';
export const defaultTags: readonly DefaultTag[] = [
  { title: 'Новый сотрудник', type: 'newbie', color: '#3dbc87', life_days: 30 },
  { title: 'Не зарегистрирован', type: 'not_registered', color: '#8a94a6' },
  { title: 'Низкий риск', type: 'risk_group', color: '#2f9e6e', min_risk_level: 0, max_risk_level: 3 },
  { title: 'Средний риск', type: 'risk_group', color: '#e0a100', min_risk_level: 4, max_risk_level: 6 },
  { title: 'Высокий риск', type: 'risk_group', color: '#d64545', min_risk_level: 7, max_risk_level: 10 },
  { title: 'отчеты', type: 'arbitrary', color: '#A259FF' },
];

/**
 * Makes an organisation with its default department and tags, and whom it begins with, in one transaction; what else it starts
 * with (library, letters) is added by the seeds.
 */
export const createOrganization = async (
  platform: Platform,
  organization: NewOrganization,
  addPeople: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<string> => {
  const id = randomUUID();
  await inTenant(platform.db, { organizationId: id, readable: [id] }, 'write', async (tx) => {
    await insertOrganization(tx, { ...organization, id });
    await insertDefaults(tx, defaultTags, DEFAULT_DEPARTMENT);
    await addPeople(tx);
  });
  return id;
};
