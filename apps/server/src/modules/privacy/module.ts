import type { Module } from '../../platform/module.ts';
import { endAnonymity } from './anonymous-off.jobs.ts';
import { forgetPeople } from './forget.jobs.ts';
import { writeOwnData } from './own-data.jobs.ts';
import { privacyRoutes } from './privacy.routes.ts';
import { applyRetention, sweepRetention } from './retention.jobs.ts';

export const privacyModule = {
  routes: privacyRoutes,
  jobs: {
    'privacy.apply-retention': applyRetention,
    'privacy.end-anonymity': endAnonymity,
    'privacy.forget-people': forgetPeople,
    'privacy.write-own-data': writeOwnData,
  },
  sweeps: { retention: sweepRetention },
} satisfies Module;
