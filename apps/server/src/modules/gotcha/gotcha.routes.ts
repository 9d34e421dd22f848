import { gotchaEndpoints } from '@sergak/contract/gotcha/gotcha.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { explain, storeEvidence } from './gotcha.service.ts';

export const gotchaRoutes = bind(gotchaEndpoints, {
  'campaigns.gotcha': explain,
  'campaigns.gotcha-used': storeEvidence,
});
