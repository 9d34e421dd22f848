import type { Module } from '../../platform/module.ts';
import { organizationThings } from './audit-things.query.ts';
import { sweepDomains } from './domain-checks.service.ts';
import { sweepLicences } from './licence-reminders.service.ts';
import { notification } from './notify.service.ts';
import {
  checkDomains,
  installStarter,
  remindOfLicence,
  remindUnregistered,
  removeOrganization,
} from './organizations.jobs.ts';
import { organizationsRoutes } from './organizations.routes.ts';
import { sweepReminders } from './reminders.service.ts';
import { sweepUnfinished } from './unfinished.service.ts';
import { endingLicence } from './waiting.query.ts';

export const organizationsModule = {
  routes: organizationsRoutes,
  jobs: {
    'organizations.install-starter': installStarter,
    'organizations.remove-child': removeOrganization,
    'organizations.remind-unregistered': remindUnregistered,
    'organizations.check-domains': checkDomains,
    'organizations.remind-of-licence': remindOfLicence,
  },
  sweeps: {
    reminders: sweepReminders,
    licences: sweepLicences,
    'mail domains': sweepDomains,
    'unfinished organizations': sweepUnfinished,
  },
  bulk: [notification],
  auditThings: organizationThings,
  waiting: [endingLicence],
} satisfies Module;
