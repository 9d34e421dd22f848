import type { AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import type { Tx } from './db.ts';

/** A thing of the audit log under its current name. */
export type NamedThing = {
  readonly id: string;
  /** null: the data of this person was erased. */
  readonly name: string | null;
  /** The thing is still stored, but it can no longer be opened. */
  readonly removed?: boolean;
  /** Id of the parent whose page shows the thing, if the thing has no page of its own. */
  readonly parent_id?: string;
};
/** Reads things of one kind by id. Ids that no longer exist are omitted. */
export type ThingsByIds = (tx: Tx, ids: readonly string[]) => Promise<readonly NamedThing[]>;
/**
 * Name lookup of a module for the audit log, by kind. Each module provides its own; the audit module gets all of
 * them.
 */
export type AuditThings = { readonly [K in AuditKind]?: ThingsByIds };
