import { randomUUID } from 'node:crypto';
import { inTenant, type Tx } from '../../platform/db.ts';
import type { Platform } from '../../platform/context.ts';
import { insertDefaultDepartment } from '../departments/public.ts';
import { insertBuiltInTags } from '../tags/public.ts';
import { insertOrganization, type NewOrganization } from './organizations.repo.ts';

/** Adds the department and the tags that every organisation starts with. */
export const addDefaults = async (tx: Tx): Promise<void> => {
  await insertDefaultDepartment(tx);
  await insertBuiltInTags(tx);
};

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
    await addDefaults(tx);
    await addPeople(tx);
  });
  return id;
};
