import type { AuditEntry } from '@sergak/contract/audit/audit.schema.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';

/** A machine account that synchronises the staff list. */
export type Machine = {
  readonly id: string;
  readonly title: string;
  readonly organizationId: string;
  readonly timeZone: string;
};

export type Conditions = { readonly ifMatch: string | undefined; readonly ifNoneMatch: string | undefined };

export type ScimCtx = {
  readonly tx: Tx;
  readonly platform: Platform;
  readonly machine: Machine;
  /** The headers of the call that name versions (RFC 7644 §3.14). */
  readonly conditions: Conditions;
  /** Adds an entry to the audit log; all entries are written at the end of the transaction. */
  readonly log: (action: string, entry: AuditEntry) => void;
};

/** The response: a resource, a list, or nothing (204). */
export type ScimAnswer = {
  readonly status: number;
  readonly body: unknown;
  readonly location?: string;
  /** The version of the one resource that is returned. */
  readonly etag?: string;
};
