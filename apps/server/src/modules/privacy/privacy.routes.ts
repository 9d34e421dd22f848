import { privacyEndpoints } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listConsents } from './consents.query.ts';
import { exportOwnData } from './own-data.service.ts';
import * as retention from './retention.service.ts';

export const privacyRoutes = bind(privacyEndpoints, {
  'privacy.retention': retention.readRetention,
  'privacy.effect': retention.readEffect,
  'privacy.save': retention.saveRetention,
  'privacy.consents': ({ tx }, asked) => listConsents(tx, asked),
  'privacy.own-data': exportOwnData,
});
