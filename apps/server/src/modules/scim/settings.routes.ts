import { scimEndpoints } from '@sergak/contract/scim/scim.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { readScimSettings, saveScimSettings } from './settings.service.ts';

export const scimSettingsRoutes = bind(scimEndpoints, { 'scim.get': readScimSettings, 'scim.save': saveScimSettings });
