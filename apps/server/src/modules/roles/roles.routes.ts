import { rolesEndpoints } from '@sergak/contract/roles/roles.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listAdministrators, setRole } from './roles.service.ts';

export const rolesRoutes = bind(rolesEndpoints, { 'roles.list': listAdministrators, 'roles.set': setRole });
