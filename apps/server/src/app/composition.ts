import type { JobName } from '../job-table.ts';
import { currentRoleOf, requireLicence } from '../modules/employees/public.ts';
import { anonymousView } from '../modules/privacy/public.ts';
import type { BulkAction } from '../platform/bulk.ts';
import { sweepBulk, processBulkTask } from '../platform/bulk.jobs.ts';
import { cleanUp } from '../platform/cleanup.repo.ts';
import type { Platform, PreviewPage } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { sweepScratch } from '../platform/files.ts';
import type { Route } from '../platform/http/bind.ts';
import type { JobHandlers } from '../platform/jobs.ts';
import type { Module, Service, Sweep } from '../platform/module.ts';
import type { SealedPlace } from '../platform/sealed.ts';
import { sealedDemo } from './demo.ts';
import { deleteUsedSignIn, sealedFirstPassword } from './first-sign-in.ts';
import { modules } from './modules.ts';
import { runSweeps } from './sweep.ts';

// Merges everything that the modules add to the server.

type Unite<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type JobsOf<M> = M extends { readonly jobs: infer J } ? J : never;
/** The handlers of these modules in one table, by name. */
export type JobsOfModules<M extends readonly unknown[]> = Unite<JobsOf<M[number]>>;
type PlatformJob = 'bulk.work-through' | 'system.sweep';

const all: readonly Module[] = modules;

/** Merges tables of several manifests. Throws if two of them use the same name. */
export const mergeTables = <T>(
  tables: readonly (Readonly<Record<string, T>> | undefined)[],
): Readonly<Record<string, T>> => {
  const merged: Record<string, T> = {};
  for (const [name, value] of tables.flatMap((table) => Object.entries(table ?? {}))) {
    if (Object.hasOwn(merged, name)) throw new Error(`two modules declare ${name}`);
    merged[name] = value;
  }
  return merged;
};

/**
 * Every endpoint of the server, bound to its handler. Anonymous organisations hide results in every answer, and calls that start
 * something new need a licence.
 */
export const routes: readonly Route[] = all.flatMap((module) =>
  (module.routes ?? []).map((route) => ({
    ...route,
    view: anonymousView,
    guard: 'licensed' in route.endpoint && route.endpoint.licensed ? requireLicence : null,
  })),
);
export const services: readonly Service[] = all.flatMap((module) => module.services ?? []);
/** Pages of the content origin by the kind of their signed link. */
export const previews: Readonly<Record<string, PreviewPage>> = mergeTables(all.map((module) => module.previews));
const bulkActions: readonly BulkAction[] = all.flatMap((module) => module.bulk ?? []);

/** The clean-up runs last: it ends tasks that no module looks after. */
const sweeps: Readonly<Record<string, Sweep>> = mergeTables([
  ...all.map((module) => module.sweeps),
  {
    'bulk works': sweepBulk,
    'scratch files': (platform: Platform) => sweepScratch(platform.files),
    'first sign-in': deleteUsedSignIn,
    'clean-up': (platform: Platform) => inSystem(platform.db, cleanUp),
  },
]);

const platformJobs: Pick<JobHandlers, PlatformJob> = {
  'bulk.work-through': processBulkTask(bulkActions, currentRoleOf),
  'system.sweep': (ctx) => runSweeps(ctx.platform, sweeps),
};
const moduleJobs = mergeTables<unknown>(all.map((module) => module.jobs)) as JobsOfModules<typeof modules>;

/** Every background job, bound to its handler. A job of `job-table.ts` that no manifest handles does not compile here. */
export const handlers: JobHandlers = { ...moduleJobs, ...platformJobs } satisfies Record<JobName, unknown>;

/** Everything that the secret of the installation has sealed. */
export const sealedPlaces: readonly SealedPlace[] = [
  ...all.flatMap((module) => module.sealed ?? []),
  sealedFirstPassword,
  sealedDemo,
];

/** Adds the paths of the portal that the contract does not describe. */
export const portalParts = all.flatMap((module) => module.portal ?? []);
/** Adds the paths of the content origin besides the previews. */
export const contentParts = all.flatMap((module) => module.content ?? []);
