import { packsEndpoints } from '@sergak/contract/packs/packs.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { startExport, startImport } from './packs.service.ts';

export const packsRoutes = bind(packsEndpoints, { 'packs.export': startExport, 'packs.import': startImport });
