import { deliveryEndpoints } from '@sergak/contract/delivery/delivery.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendTestEmail } from './test-email.service.ts';

export const deliveryRoutes = bind(deliveryEndpoints, { 'campaigns.test-email': sendTestEmail });
