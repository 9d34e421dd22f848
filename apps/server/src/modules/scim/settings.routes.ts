import { scimEndpoints } from '@sergak/contract/scim/scim.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { readSettings, saveSettings } from './settings.service.ts';

export const scimSettingsRoutes = bind(scimEndpoints, { 'scim.get': readSettings, 'scim.save': saveSettings });
