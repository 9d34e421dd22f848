import { presentationsEndpoints } from '@sergak/contract/library/presentations.endpoints.ts';
import { bind } from '../../../platform/http/bind.ts';
import * as presentations from './presentations.service.ts';

export const presentationsRoutes = bind(presentationsEndpoints, {
  'presentations.formats': presentations.getFormats,
  'presentations.import': presentations.startImport,
});
