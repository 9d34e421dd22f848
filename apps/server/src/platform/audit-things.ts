import type { AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import type { Tx } from './db.ts';

/** A thing as it is now. */
export type NamedThing = {
  readonly id: string;
  /** null: a person whose data was erased. */
  readonly name: string | null;
  /** It is still stored, but people can no longer open it. */
  readonly removed?: boolean;
  /** The thing on whose page it is shown, if it has no page of its own. */
  readonly parent_id?: string;
};
/** Reads things of one kind by id; an id that no longer exists is left out. */
export type ThingsByIds = (tx: Tx, ids: readonly string[]) => Promise<readonly NamedThing[]>;
/** How a module names its things for the action log, by kind. Each module lists its own; the audit module gets all of them. */
export type AuditThings = { readonly [K in AuditKind]?: ThingsByIds };
