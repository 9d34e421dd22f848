import type { Tx } from '../../platform/db.ts';
import type { ScimCtx } from './scim-ctx.ts';

/** A group of the provider, as a department or a tag of the organisation. */
export type Group = {
  readonly id: string;
  readonly external_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** The group that contains this one; null at the top, and for tags. */
  readonly parent_id: string | null;
  /** The titles from the top; one for a tag. */
  readonly path: readonly string[];
  /** The provider's name while it still matches the path; otherwise the path. */
  readonly name: string;
};

/** What the groups of an organisation are, with the changes that a provider can make. */
export type GroupKind = {
  /** Serialises changes of groups; called before a group is read for a change. */
  readonly lock: (tx: Tx) => Promise<unknown>;
  readonly list: (ctx: ScimCtx) => Promise<Group[]>;
  readonly people: (tx: Tx, groupId: string) => Promise<{ id: string; full_name: string }[]>;
  /** A digest of the people of each of these groups. */
  readonly membersTags: (tx: Tx, groupIds: readonly string[]) => Promise<Map<string, string>>;
  /** The groups that these people are in. */
  readonly placesOf: (tx: Tx, people: readonly string[]) => Promise<{ employee_id: string; group_id: string }[]>;
  readonly isSameName: (a: string, b: string) => boolean;
  /** Creates a group, or takes over what has its name. */
  readonly create: (ctx: ScimCtx, displayName: string, externalId: string | null) => Promise<string>;
  /** Stores the provider's names, and renames if the name differs. */
  readonly rename: (ctx: ScimCtx, group: Group, displayName: string, externalId: string | null) => Promise<void>;
  /** Adds people and groups. Returns the people who joined. */
  readonly add: (ctx: ScimCtx, group: Group, all: readonly Group[], ids: readonly string[]) => Promise<string[]>;
  /** Removes people and groups. Returns the people who left. */
  readonly remove: (ctx: ScimCtx, group: Group, all: readonly Group[], ids: readonly string[]) => Promise<string[]>;
  /** Writes to the log who joined and left. */
  readonly logMembers: (ctx: ScimCtx, group: Group, joined: readonly string[], left: readonly string[]) => void;
  readonly dissolve: (ctx: ScimCtx, group: Group) => Promise<void>;
};
