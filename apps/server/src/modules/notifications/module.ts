import type { Module } from '../../platform/module.ts';
import type { WaitingSource } from '../../platform/waiting.ts';
import { writeDigest, writeEmails } from './emails.service.ts';
import { settleAll, sweepNotifications } from './notifications.jobs.ts';
import { addLive } from './live.routes.ts';
import { liveService } from './live.service.ts';
import { notificationsRoutes } from './notifications.routes.ts';

/** The module takes what waits in the others, so that it knows none of them. */
export const notificationsModule = (sources: readonly WaitingSource[]) =>
  ({
    routes: notificationsRoutes(sources),
    jobs: {
      'notifications.settle': settleAll(sources),
      'notifications.write-emails': writeEmails,
      'notifications.write-digest': writeDigest,
    },
    sweeps: { notifications: sweepNotifications },
    services: [liveService],
    portal: addLive,
  }) satisfies Module;
