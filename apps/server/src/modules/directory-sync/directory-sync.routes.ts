import { directorySyncEndpoints } from '@sergak/contract/directory-sync/directory-sync.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as ldap from '../ldap/public.ts';
import { startPreview } from './preview.service.ts';
import { removeAndReport, saveAndReport } from './settings.service.ts';

export const directorySyncRoutes = bind(directorySyncEndpoints, {
  'directory-sync.get': ldap.readDirectory,
  'directory-sync.save': saveAndReport,
  'directory-sync.remove': removeAndReport,
  'directory-sync.test': ldap.testDirectory,
  'directory-sync.preview': startPreview,
});
