import type { Module } from '../../platform/module.ts';
import { mailServerConnection, sealedServers } from './mail-settings.service.ts';
import { previewCaught, startMailbox } from './mailbox.service.ts';
import { sendEmail } from './outbox.jobs.ts';
import { sweepEmails } from './retention.repo.ts';
import { settingsRoutes } from './settings.routes.ts';
import { failingMailServer } from './waiting.query.ts';

export const settingsModule = {
  routes: settingsRoutes,
  jobs: { 'mail.send-email': sendEmail },
  sweeps: { emails: sweepEmails },
  services: [{ name: 'mailbox', roles: ['all', 'worker'], start: startMailbox }],
  sealed: [mailServerConnection.sealedPasswords, sealedServers],
  previews: { 'mailbox-email': previewCaught },
  waiting: [failingMailServer],
} satisfies Module;
