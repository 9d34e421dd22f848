import type { Module } from '../../platform/module.ts';
import { suspiciousThings } from './audit-things.query.ts';
import { sealedMessages, showMessagePage } from './message-reading.service.ts';
import { readReports, sweepReportMailboxes } from './read-reports.jobs.ts';
import { reportMailboxConnection } from './report-address.service.ts';
import { suspiciousMailRoutes } from './suspicious-mail.routes.ts';
import { unjudgedEmails } from './waiting.query.ts';

export const suspiciousMailModule = {
  routes: suspiciousMailRoutes,
  jobs: { 'suspicious-mail.read-reports': readReports },
  sweeps: { 'report-mailboxes': sweepReportMailboxes },
  sealed: [reportMailboxConnection.sealedPasswords, sealedMessages],
  previews: { 'reported-email': showMessagePage },
  auditThings: suspiciousThings,
  waiting: [unjudgedEmails],
} satisfies Module;
