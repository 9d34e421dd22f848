import { featuresEndpoints } from '@sergak/contract/session/features.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { readFeatures, saveFeatures } from './features.service.ts';

export const featuresRoutes = bind(featuresEndpoints, {
  'features.get': readFeatures,
  'features.save': saveFeatures,
});
