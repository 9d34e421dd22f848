import { powersEndpoints } from '@sergak/contract/roles/roles.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listPowers, setPower } from './roles.service.ts';

export const powersRoutes = bind(powersEndpoints, { 'powers.list': listPowers, 'powers.set': setPower });
