import { auditFields } from '@sergak/contract/audit/audit.rules.ts';
import {
  type AuditChange,
  auditDetails,
  type AuditEntry,
  type AuditPair,
} from '@sergak/contract/audit/audit.schema.ts';
import { now } from './clock.ts';
import type { SystemTx, Tx } from './db.ts';

/** The actor of an action and the origin of the request. */
type Act = {
  readonly action: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly address?: string;
  /** Set only if the transaction has no organisation (sign-in). */
  readonly organizationId?: string;
};

const SYNC = 'SCIM · ';
/** Actor name of an identity provider in the audit log, made from the title of its token. */
export const syncActor = (title: string): string => `${SYNC}${title}`;
/** The token title inside an actor name; null if the actor is a person. */
export const syncTitle = (actorName: string): string | null =>
  actorName.startsWith(SYNC) ? actorName.slice(SYNC.length) : null;

/**
 * Returns the fields whose value differs, in the form in which they are stored. Throws on a field that the contract
 * does not list.
 */
export const auditChanges = ({ kind, changes = {} }: AuditEntry): AuditChange[] => {
  const fieldNames: readonly string[] = auditFields[kind];
  return (Object.entries(changes) as [AuditChange['field'], AuditPair][]).flatMap(([field, [was, became]]) => {
    if (!fieldNames.includes(field)) throw new Error(`auditFields.${kind} has no field «${field}»`);
    const [before, after] = [was ?? null, became ?? null] as [AuditChange['before'], AuditChange['after']];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
  });
};

/** These fields before and after, for the audit log; all fields of `after` if none are named. Equal pairs are left out. */
export const changesOf = <F extends string = string>(
  before: object | undefined,
  after: object,
  fields: readonly F[] = Object.keys(after) as F[],
): { [K in F]?: [before: unknown, after: unknown] } => {
  const [was, became] = [before ?? {}, after] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];
  const changed = fields.filter(
    (field) => JSON.stringify(was[field] ?? null) !== JSON.stringify(became[field] ?? null),
  );
  return Object.fromEntries(changed.map((field) => [field, [was[field] ?? null, became[field] ?? null]])) as {
    [K in F]?: [unknown, unknown];
  };
};

/** Adds one entry to the audit log, in the transaction of the action itself. */
export const writeAudit = async (tx: Tx | SystemTx, act: Act, entry: AuditEntry): Promise<void> => {
  await tx
    .insertInto('audit_log')
    .values({
      ...(act.organizationId ? { organization_id: act.organizationId } : {}),
      action: act.action,
      target_kind: entry.kind,
      target_id: entry.id ?? null,
      target_title: entry.title || null,
      actor_id: act.actorId,
      actor_name: act.actorName,
      changes: JSON.stringify(auditChanges(entry)),
      details: JSON.stringify(auditDetails.parse(entry.details ?? {})),
      address: act.address || null,
      created_at: now(),
    })
    .execute();
};
