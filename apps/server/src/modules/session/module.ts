import type { Module } from '../../platform/module.ts';
import { apiTokensRoutes } from './api-tokens.routes.ts';
import { sealedSecrets } from './authenticator.service.ts';
import { authenticatorRoutes } from './authenticator.routes.ts';
import { consentRoutes } from './consent.routes.ts';
import { featuresRoutes } from './features.routes.ts';
import { ownSessionsRoutes } from './own-sessions.routes.ts';
import { sweepExpired } from './expired.repo.ts';
import { sendRecovery } from './recovery.jobs.ts';
import { sessionRoutes } from './session.routes.ts';

export const sessionModule = {
  routes: [
    ...sessionRoutes,
    ...ownSessionsRoutes,
    ...apiTokensRoutes,
    ...authenticatorRoutes,
    ...consentRoutes,
    ...featuresRoutes,
  ],
  jobs: { 'session.send-recovery': sendRecovery },
  sealed: [sealedSecrets],
  sweeps: { 'expired sessions': sweepExpired },
} satisfies Module;
