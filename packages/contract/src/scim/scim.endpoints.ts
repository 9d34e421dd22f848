import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { scimGroupUses } from './scim.rules.ts';

const allow = 'admin.settings.adfs';
const scimSettings = z.object({ groups: z.enum(scimGroupUses) });

// Neither call is in the specification.
export const scimEndpoints = defineEndpoints({
  'scim.get': {
    method: 'GET', path: '/settings/scim', permission: allow,
    about: 'What the groups of the identity provider become: departments or tags.',
    response: scimSettings,
  },
  'scim.save': {
    method: 'PUT', path: '/settings/scim', permission: allow, least: 'system_admin',
    about: 'Sets what the groups of the identity provider become. Departments, tags and their people stay as they are; the provider creates its groups again.',
    body: z.strictObject({ groups: z.enum(scimGroupUses) }), response: scimSettings,
    audit: { action: 'organization.scim_set' }, touches: ['scim'],
  },
});
