import { auditReferences, type AuditKind } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditThing } from '@sergak/contract/audit/audit.endpoints.ts';
import type { AuditChange } from '@sergak/contract/audit/audit.schema.ts';
import type { AuditThings, NamedThing } from '../../platform/audit-things.ts';
import type { Tx } from '../../platform/db.ts';
import { titlesInLog } from './things.query.ts';

type Entry = {
  readonly target_kind: AuditKind;
  readonly target_id: string | null;
  readonly actor_id: string | null;
  readonly changes: readonly AuditChange[];
  readonly details: { readonly actor_id?: string | undefined };
};

/** The ids that entries name, by kind: targets, people who acted, and values of fields that refer to other things. */
const idsByKind = (entries: readonly Entry[]): ReadonlyMap<AuditKind, ReadonlySet<string>> => {
  const found = new Map<AuditKind, Set<string>>();
  const add = (kind: AuditKind | undefined, id: unknown) => {
    if (kind === undefined || typeof id !== 'string') return;
    const ids = found.get(kind) ?? new Set();
    found.set(kind, ids.add(id));
  };
  for (const { target_kind, target_id, actor_id, changes, details } of entries) {
    add(target_kind, target_id);
    for (const person of [actor_id, details.actor_id]) add('employee', person);
    for (const { field, before, after } of changes)
      for (const value of [before, after]) add(auditReferences[field], value);
  }
  return found;
};

const shown = (kind: AuditKind, { id, name, removed = false, parent_id = null }: NamedThing | Parent): AuditThing => ({
  id,
  kind,
  name,
  state: name === null ? 'wiped' : removed ? 'removed' : 'present',
  parent_id,
});
type Parent = Omit<NamedThing, 'parent_id'> & { readonly parent_id?: string | null };

/**
 * The things that these entries refer to, as they are now. A thing that no longer exists has the last title that the log
 * stored; a thing without any known title is omitted. A kind that no module names, such as an import, is never reported as
 * removed: nobody knows.
 */
export const thingsIn = async (things: AuditThings, tx: Tx, entries: readonly Entry[]): Promise<AuditThing[]> => {
  const found: AuditThing[] = [];
  const gone: string[] = [];
  for (const [kind, ids] of idsByKind(entries)) {
    const rows = (await things[kind]?.(tx, [...ids])) ?? [];
    found.push(...rows.map((row) => shown(kind, row)));
    const presentIds = new Set(rows.map((row) => row.id));
    gone.push(...[...ids].filter((id) => !presentIds.has(id)));
  }
  const titled = gone.length === 0 ? [] : await titlesInLog(tx, gone);
  return [...found, ...titled.map((one) => (things[one.kind] ? one : { ...one, state: 'present' as const }))];
};

/** People by id, including removed people, in the given order; a person who is not found is returned as erased. */
export const peopleByIds = async (things: AuditThings, tx: Tx, ids: readonly string[]): Promise<AuditThing[]> => {
  const rows = ids.length === 0 ? [] : await things.employee!(tx, ids);
  const personById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => shown('employee', personById.get(id) ?? { id, name: null }));
};
