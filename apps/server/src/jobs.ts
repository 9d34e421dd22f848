import { bulkActions } from './bulk.ts';
import { runActions } from './modules/automation/automation.jobs.ts';
import { writeAuditExport } from './modules/audit/export.jobs.ts';
import { advanceCampaign, planEmails } from './modules/campaigns/planning.jobs.ts';
import { reactToResults } from './modules/campaigns/reactions/reactions.jobs.ts';
import { advanceAssignments, sendEmails } from './modules/learning/learning.jobs.ts';
import { forgetRecipients } from './modules/campaigns/forget.jobs.ts';
import { writeExport } from './modules/employees/export.jobs.ts';
import { standingOf } from './modules/employees/public.ts';
import { applyImport, readImport } from './modules/employees/imports.jobs.ts';
import { wipeRemoved } from './modules/employees/removed.jobs.ts';
import { removeBytes } from './modules/files/files.jobs.ts';
import {
  checkDomains,
  installStarter,
  remindUnregistered,
  removeOrganization,
} from './modules/organizations/organizations.jobs.ts';
import { makeReport } from './modules/reports/reports.jobs.ts';
import { sendRecovery } from './modules/session/recovery.jobs.ts';
import { sendEmail } from './modules/settings/outbox.jobs.ts';
import { countSent, refreshPeople, storeDailyPoints } from './modules/statistics/statistics.jobs.ts';
import { refreshMembership } from './modules/tags/tags.jobs.ts';
import { workThrough } from './platform/bulk.jobs.ts';
import type { JobHandlers } from './platform/jobs.ts';
import { sweep } from './sweep.ts';

/** Every background job, bound to its handler. */
export const handlers: JobHandlers = {
  'mail.send-email': sendEmail,
  'employees.read-import': readImport,
  'employees.apply-import': applyImport,
  'employees.write-export': writeExport,
  'employees.wipe-removed': wipeRemoved,
  'bulk.work-through': workThrough(bulkActions, standingOf),
  'audit.write-export': writeAuditExport,
  'tags.refresh-membership': refreshMembership,
  'automation.run-actions': runActions,
  'campaigns.plan-emails': planEmails,
  'campaigns.advance': advanceCampaign,
  'campaigns.react-to-results': reactToResults,
  'campaigns.forget-people': forgetRecipients,
  'statistics.refresh-people': refreshPeople,
  'statistics.count-sent': countSent,
  'statistics.store-daily-points': storeDailyPoints,
  'learning.advance-assignments': advanceAssignments,
  'learning.send-emails': sendEmails,
  'reports.make-report': makeReport,
  'files.remove-bytes': removeBytes,
  'organizations.install-starter': installStarter,
  'organizations.remove-child': removeOrganization,
  'organizations.remind-unregistered': remindUnregistered,
  'organizations.check-domains': checkDomains,
  'session.send-recovery': sendRecovery,
  'system.sweep': sweep,
};
