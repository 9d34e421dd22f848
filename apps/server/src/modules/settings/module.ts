import type { Module } from '../../platform/module.ts';
import { previewCaught, startMailbox } from './mailbox.service.ts';
import { sendLetter } from './outbox.jobs.ts';
import { sweepLetters } from './retention.repo.ts';
import { settingsRoutes } from './settings.routes.ts';

export const settingsModule = {
  routes: settingsRoutes,
  jobs: { 'mail.send-letter': sendLetter },
  sweeps: { letters: sweepLetters },
  services: [{ name: 'mailbox', roles: ['all', 'worker'], start: startMailbox }],
  previews: { 'mailbox-letter': previewCaught },
} satisfies Module;
