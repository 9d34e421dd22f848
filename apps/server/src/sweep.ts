import { forgetUsedSignIn } from '../seeds/first-sign-in.ts';
import { sweepAudit } from './modules/audit/public.ts';
import { sweepCampaigns } from './modules/campaigns/public.ts';
import { sweepImports, sweepRemoved } from './modules/employees/public.ts';
import { sweepReports } from './modules/reports/public.ts';
import { sweepEmails } from './modules/settings/public.ts';
import { sweepDomains, sweepReminders, sweepUnfinished } from './modules/organizations/public.ts';
import { sweepStatistics } from './modules/statistics/public.ts';
import { sweepLearning } from './modules/learning/public.ts';
import { sweepAutomation } from './modules/automation/public.ts';
import { sweepTags } from './modules/tags/public.ts';
import { sweepBulk } from './platform/bulk.jobs.ts';
import { cleanUp } from './platform/cleanup.repo.ts';
import type { Platform } from './platform/context.ts';
import { inSystem } from './platform/db.ts';
import { sweepScratch } from './platform/files.ts';
import type { JobCtx } from './platform/jobs.ts';

/** What is looked after every minute, each by its own module; one that fails does not keep the others from running. */
const sweeps: Readonly<Record<string, (platform: Platform) => Promise<void>>> = {
  learning: sweepLearning,
  tags: sweepTags,
  automation: sweepAutomation,
  // Before the clean-up: it ends tasks for which nobody has spoken.
  campaigns: sweepCampaigns,
  imports: sweepImports,
  'bulk works': sweepBulk,
  'clean-up': (platform) => inSystem(platform.db, cleanUp),
  'scratch files': (platform) => sweepScratch(platform.files),
  emails: sweepEmails,
  statistics: sweepStatistics,
  reports: sweepReports,
  'removed people': sweepRemoved,
  audit: sweepAudit,
  reminders: sweepReminders,
  'mail domains': sweepDomains,
  'unfinished organizations': sweepUnfinished,
  'first sign-in': forgetUsedSignIn,
};

/** Wakes what has become due in any organisation. Safe to run twice. */
export const sweep = async (ctx: JobCtx): Promise<void> => {
  for (const [name, run] of Object.entries(sweeps)) {
    await run(ctx.platform).catch((error: Error) =>
      ctx.platform.log.error({ sweep: name, err: error }, 'a sweep failed'),
    );
  }
};
