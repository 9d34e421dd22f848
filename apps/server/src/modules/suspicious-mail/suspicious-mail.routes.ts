import { suspiciousMailEndpoints } from '@sergak/contract/suspicious-mail/suspicious-mail.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as address from './report-address.service.ts';
import { verifySimulation } from './simulation-check.service.ts';
import { listSuspicious } from './suspicious.query.ts';
import { getSuspicious, setSuspiciousState } from './suspicious.service.ts';

export const suspiciousMailRoutes = bind(suspiciousMailEndpoints, {
  'suspicious-mail.address': address.readReportAddress,
  'suspicious-mail.address-save': address.saveReportAddress,
  'suspicious-mail.address-remove': address.removeReportAddress,
  'suspicious-mail.address-test': address.testReportAddress,
  'suspicious-mail.list': ({ tx }, input) => listSuspicious(tx, input),
  'suspicious-mail.get': ({ tx }, { id }) => getSuspicious(tx, id),
  'suspicious-mail.verify': verifySimulation,
  'suspicious-mail.set-state': setSuspiciousState,
});
