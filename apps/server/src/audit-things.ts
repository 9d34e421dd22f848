import { campaignThings } from './modules/campaigns/public.ts';
import { departmentThings } from './modules/departments/public.ts';
import { employeeThings } from './modules/employees/public.ts';
import { fileThings } from './modules/files/public.ts';
import { assignmentThings } from './modules/learning/public.ts';
import { courseThings } from './modules/library/public.ts';
import { organizationThings } from './modules/organizations/public.ts';
import { phishingThings } from './modules/phishing/public.ts';
import { tagThings } from './modules/tags/public.ts';
import type { AuditThings } from './platform/audit-things.ts';

/** How the action log names things, by kind. */
export const auditThings: AuditThings = {
  ...employeeThings,
  ...departmentThings,
  ...tagThings,
  ...campaignThings,
  ...courseThings,
  ...assignmentThings,
  ...phishingThings,
  ...organizationThings,
  ...fileThings,
};
