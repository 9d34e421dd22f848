import { now } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import type { Module } from '../../platform/module.ts';
import { addSsoReturns } from './callback.routes.ts';
import { sealedValues } from './setup.ts';
import { deleteExpiredRequests } from './sso.repo.ts';
import { ssoRoutes } from './sso.routes.ts';

export const ssoModule = {
  routes: ssoRoutes,
  portal: addSsoReturns,
  sealed: sealedValues,
  sweeps: { sso: ({ db }) => inSystem(db, (tx) => deleteExpiredRequests(tx, now())) },
} satisfies Module;
