import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { ANALYTICS_ID_MAX, FEATURE_FLAGS_MAX } from './features.rules.ts';

const analyticsId = z.string().max(ANALYTICS_ID_MAX).regex(/^[A-Za-z0-9_-]*$/);
const settings = {
  analytics_enabled: z.boolean(),
  /** Empty: none. */
  analytics_id: analyticsId,
  analytics_id_2: analyticsId,
  /** Names of the flags that are on. */
  feature_flags: z.array(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)).max(FEATURE_FLAGS_MAX),
  version: z.int().min(0),
};
const features = z.object({
  ...settings,
  /** Whether the run-time configuration comes from this organisation. Others cannot save. */
  applies: z.boolean(),
});
export type Features = z.output<typeof features>;

// None of these calls is in the specification.
export const featuresEndpoints = defineEndpoints({
  'features.get': {
    method: 'GET', path: '/settings/features', permission: 'admin.settings.settings',
    about: 'Analytics ids and feature flags that the run-time configuration contains.',
    response: features,
  },
  'features.save': {
    method: 'PUT', path: '/settings/features', permission: 'admin.settings.settings',
    about: 'Sets the analytics ids and feature flags of the run-time configuration, which is public. The portal loads no analytics script.',
    body: z.strictObject(settings), response: features,
    errors: ['common.not_found', 'common.stale_version'],
    audit: { action: 'organization.features_set' }, touches: ['features'],
  },
});
