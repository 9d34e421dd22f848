import type { FastifyInstance } from 'fastify';
import type { ProcessRole } from '../config.ts';
import type { BulkAction } from './bulk.ts';
import type { Platform, PreviewPage } from './context.ts';
import type { Tx } from './db.ts';
import type { Bound } from './http/bind.ts';
import type { JobHandlers } from './jobs.ts';

/** A long-running part of the process besides the portal and the job worker. */
export type Service = {
  readonly name: string;
  readonly roles: readonly ProcessRole[];
  /** Starts the service and returns the function that stops it. */
  start(platform: Platform): Promise<() => Promise<void>>;
};

/** Work that is due every minute, across organisations. Safe to run twice. */
export type Sweep = (platform: Platform) => Promise<void>;

/** Reads the present names of things of one kind, by id; an id that no longer exists is left out. */
export type ThingNames = (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * What a module adds to the server. Each module exports one from `module.ts`, and `app/modules.ts` lists them once; a field
 * that a module does not need is left out.
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
  readonly services?: readonly Service[];
  /** Pages of the content origin by the kind of their signed link. */
  readonly previews?: Readonly<Record<string, PreviewPage>>;
  /** How the action log names what its lines are about, by kind of thing. */
  readonly auditThings?: Readonly<Record<string, ThingNames>>;
  /** Adds paths to the portal that the contract does not describe, because their clients are not ours. */
  readonly portal?: (app: FastifyInstance, platform: Platform) => Promise<void>;
};
