import type { Module } from '../../platform/module.ts';
import { certificateThings } from './audit-things.query.ts';
import { writeArchive } from './archive.jobs.ts';
import { backfill, forgetPeople, issue, issueMissing, remind, sweepCertificates } from './certificates.jobs.ts';
import { certificatesRoutes } from './certificates.routes.ts';

export const certificatesModule = {
  routes: certificatesRoutes,
  jobs: {
    'certificates.issue': issue,
    'certificates.backfill': backfill,
    'certificates.issue-missing': issueMissing,
    'certificates.remind': remind,
    'certificates.forget-people': forgetPeople,
    'certificates.write-archive': writeArchive,
  },
  sweeps: { certificates: sweepCertificates },
  auditThings: certificateThings,
} satisfies Module;
