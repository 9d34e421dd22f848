import { powersEndpoints } from '@sergak/contract/employees/powers.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listPowers, setPower } from './powers.service.ts';

export const powersRoutes = bind(powersEndpoints, { 'powers.list': listPowers, 'powers.set': setPower });
