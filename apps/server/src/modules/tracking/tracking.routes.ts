import { trackingEndpoints } from '@sergak/contract/tracking/tracking.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { overruleVerdict } from './overrule.service.ts';
import { markReported } from './reports.service.ts';

export const trackingRoutes = bind(trackingEndpoints, {
  'campaigns.overrule': overruleVerdict,
  'campaigns.mark-reported': markReported,
});
