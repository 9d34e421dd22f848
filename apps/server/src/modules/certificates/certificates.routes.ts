import { certificatesEndpoints } from '@sergak/contract/certificates/certificates.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { orderArchive } from './archive.service.ts';
import { listCertificates, listOwnCertificates, revoke, verify } from './certificates.service.ts';
import { reassignCourses } from './reassign.service.ts';
import { getRule, requestMissingCertificates, saveRule } from './rules.service.ts';

export const certificatesRoutes = bind(certificatesEndpoints, {
  'certificates.list': listCertificates,
  'certificates.mine': listOwnCertificates,
  'certificates.verify': verify,
  'certificates.revoke': revoke,
  'certificates.archive': orderArchive,
  'certificates.reassign': reassignCourses,
  'certificates.rule': getRule,
  'certificates.save-rule': saveRule,
  'certificates.issue-missing': requestMissingCertificates,
});
