import type { FastifyInstance } from 'fastify';
import type { ProcessRole } from '../config.ts';
import type { AuditThings } from './audit-things.ts';
import type { BulkAction } from './bulk.ts';
import type { Platform, PreviewPage } from './context.ts';
import type { Bound } from './http/bind.ts';
import type { Authenticate } from './http/credentials.ts';
import type { JobHandlers } from './jobs.ts';
import type { SealedPlace } from './sealed.ts';
import type { WaitingSource } from './waiting.ts';

/** A long-running part of the process besides the portal and the job worker. */
export type Service = {
  readonly name: string;
  readonly roles: readonly ProcessRole[];
  /** Starts the service and returns the function that stops it. */
  start(platform: Platform): Promise<() => Promise<void>>;
};

/** Periodic work across organisations, called every minute. Safe to run twice. */
export type Sweep = (platform: Platform) => Promise<void>;

/**
 * What a module adds to the server. Each module exports one object from `module.ts`, and `app/modules.ts` lists them
 * once; unused fields are left out.
 */
export type Module = {
  /** Endpoints of the contract, bound to their handlers. */
  readonly routes?: readonly Bound[];
  /** Handlers of the jobs that `job-table.ts` declares. */
  readonly jobs?: Partial<JobHandlers>;
  /** Sweeps by the name under which a failure is logged. */
  readonly sweeps?: Readonly<Record<string, Sweep>>;
  /** Actions on many people at once. */
  readonly bulk?: readonly BulkAction[];
  /** Columns with sealed values. */
  readonly sealed?: readonly SealedPlace[];
  readonly services?: readonly Service[];
  /** Pages of the content origin by the kind of their signed link. */
  readonly previews?: Readonly<Record<string, PreviewPage>>;
  /** Name lookup of this module's things for the audit log, by kind. */
  readonly auditThings?: AuditThings;
  /** What waits for people in this module, or has just happened. */
  readonly waiting?: readonly WaitingSource[];
  /** Adds paths to the portal that are not part of the contract, because their clients are not ours. */
  readonly portal?: (app: FastifyInstance, platform: Platform, authenticate: Authenticate) => Promise<void>;
  /** Adds paths to the content origin: untrusted files under signed addresses. */
  readonly content?: (app: FastifyInstance, platform: Platform) => Promise<void>;
};
