import { z } from 'zod';
import { id } from '../paging.ts';
import { allAuditFields, type AuditField, type AuditKind, auditKinds } from './audit.rules.ts';

export const auditKind = z.enum(auditKinds);
const field = z.enum(allAuditFields as readonly [AuditField, ...AuditField[]]);

/** One field with its values before and after; null means that there is no value. */
export const auditChange = z.strictObject({ field, before: z.json(), after: z.json() });
export type AuditChange = z.output<typeof auditChange>;

const count = z.int().min(0).optional();
/** A tag action that was added, changed or removed together with other actions. */
const tagAction = z.strictObject({
  type: z.string(),
  theme: z.string().optional(),
  titles: z.array(z.string()).optional(),
  changes: z.array(auditChange).optional(),
});

/** Details of an entry besides changed values: counts and circumstances of the action. */
export const auditDetails = z.strictObject({
  /** Number of things affected. */
  affected: count,
  /** Number requested in a bulk action, number skipped, and number of file lines rejected. */
  ordered: count,
  skipped: count,
  rejected: count,
  /** Ids of all people affected. */
  people: z.array(z.uuid()).readonly().optional(),
  people_added: count,
  people_removed: count,
  moved_people: count,
  recipients: count,
  emails: count,
  /** Emails whose delivery was uncertain, among the affected ones. */
  unknown: count,
  /** Result of an import of employees. */
  added: count,
  returned: count,
  changed: count,
  left: count,
  invited: count,
  /** Tag actions whose delay no longer fits and was reset to 0. */
  reset: count,
  approval_above: z.int().optional(),
  note: z.string().optional(),
  /** Names of the affected things, if there are several. */
  titles: z.array(z.string()).optional(),
  /** Long task that continues or has completed the action. */
  task_id: z.uuid().optional(),
  work: z.string().optional(),
  outcome: z.enum(['done', 'cancelled', 'failed']).optional(),
  /** Recipient of a campaign whose result was corrected. Names the person only until the results become anonymous. */
  recipient_id: z.int().optional(),
  event: z.string().optional(),
  /** Subject of an email. */
  theme: z.string().optional(),
  to: z.string().optional(),
  type: z.string().optional(),
  category: z.string().optional(),
  format: z.string().optional(),
  actions_added: z.array(tagAction).optional(),
  actions_changed: z.array(tagAction).optional(),
  actions_removed: z.array(tagAction).optional(),
  /** Filter of an export. */
  search: z.string().optional(),
  action: z.string().optional(),
  actor_id: id.optional(),
  from_day: z.string().optional(),
  to_day: z.string().optional(),
});
export type AuditDetails = z.output<typeof auditDetails>;

/** Kinds without a title. */
type Unnamed = 'mail_server' | 'mailbox' | 'consent' | 'log' | 'report_schedule';
/**
 * Name of the target at the time of the action. A person's name is never stored: it is looked up by id, so that it
 * disappears when the person's data is erased.
 */
type Title<K extends AuditKind> = K extends 'employee' | Unnamed
  ? { readonly title?: never }
  : K extends 'organization'
    ? { readonly title?: string | undefined }
    : { readonly title: string | null };

type TargetOf<K extends AuditKind> = { readonly kind: K; readonly id?: string | null | undefined } & Title<K>;
/** Target of an action. The id is absent if several things were affected, or if only one thing of the kind exists. */
export type AuditTarget = { readonly [K in AuditKind]: TargetOf<K> }[AuditKind];
/** A value before and after. */
export type AuditPair = readonly [before: unknown, after: unknown];
/** What a handler returns for the audit log: target, changed fields and details. Unchanged fields are dropped. */
export type AuditEntry = {
  readonly [K in AuditKind]: TargetOf<K> & {
    readonly changes?: { readonly [F in AuditField<K>]?: AuditPair };
    readonly details?: AuditDetails;
  };
}[AuditKind];
