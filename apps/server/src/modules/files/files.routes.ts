import { filesEndpoints } from '@sergak/contract/files/files.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { readFile } from './files.service.ts';

export const filesRoutes = bind(filesEndpoints, { 'files.get': readFile });
