import type { Module } from '../../platform/module.ts';
import { certificateThings } from './audit-things.query.ts';
import { writeArchive } from './archive.jobs.ts';
import {
  forgetCertificatePeople,
  issue,
  issueMissingCertificates,
  remindOfCertificates,
  sweepCertificates,
} from './certificates.jobs.ts';
import { certificatesRoutes } from './certificates.routes.ts';
import { endingCertificates } from './waiting.query.ts';

export const certificatesModule = {
  routes: certificatesRoutes,
  jobs: {
    'certificates.issue': issue,
    'certificates.issue-missing': issueMissingCertificates,
    'certificates.remind': remindOfCertificates,
    'certificates.forget-people': forgetCertificatePeople,
    'certificates.write-archive': writeArchive,
  },
  sweeps: { certificates: sweepCertificates },
  auditThings: certificateThings,
  waiting: [endingCertificates],
} satisfies Module;
