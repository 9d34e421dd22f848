import { z } from 'zod';
import { id } from '../paging.ts';
import { allAuditFields, type AuditField, type AuditKind, auditKinds } from './audit.rules.ts';

export const auditKind = z.enum(auditKinds);
const field = z.enum(allAuditFields as readonly [AuditField, ...AuditField[]]);

/** One field with its value before and after; null: there was none, or there is none any more. */
export const auditChange = z.strictObject({ field, before: z.json(), after: z.json() });
export type AuditChange = z.output<typeof auditChange>;

const count = z.int().min(0).optional();
/** An action of a tag that was added, changed or removed together with others. */
const tagAction = z.strictObject({
  type: z.string(),
  theme: z.string().optional(),
  titles: z.array(z.string()).optional(),
  changes: z.array(auditChange).optional(),
});

/** What an entry says besides changed values: how many things were affected, and circumstances of the act. */
export const auditDetails = z.strictObject({
  /** How many things the act was done to. */
  affected: count,
  /** How many a bulk action was ordered for, how many it left out, and how many lines of a file it refused. */
  ordered: count,
  skipped: count,
  refused: count,
  /** Everybody the act was done to, by id. */
  people: z.array(z.uuid()).readonly().optional(),
  people_added: count,
  people_removed: count,
  moved_people: count,
  recipients: count,
  emails: count,
  /** Result of an import of employees. */
  added: count,
  returned: count,
  changed: count,
  left: count,
  invited: count,
  /** Actions of a tag whose delay no longer fits and ends at once. */
  reset: count,
  approval_above: z.int().optional(),
  note: z.string().optional(),
  /** Names of things that the act was done to, where there are several. */
  titles: z.array(z.string()).optional(),
  /** The long task that carries on the act or has ended it. */
  task_id: z.uuid().optional(),
  work: z.string().optional(),
  outcome: z.enum(['done', 'cancelled', 'failed']).optional(),
  /** The person whose event in a campaign was judged. */
  employee_id: z.uuid().optional(),
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

/** Kinds without a title of their own. */
type Unnamed = 'mail_server' | 'mailbox' | 'consent' | 'log';
/**
 * The name of the target at the time of the act. A person's name is never stored: it is looked up by id, so that it
 * disappears when the person's data is erased.
 */
type Title<K extends AuditKind> = K extends 'employee' | Unnamed
  ? { readonly title?: never }
  : K extends 'organization'
    ? { readonly title?: string | undefined }
    : { readonly title: string | null };

type TargetOf<K extends AuditKind> = { readonly kind: K; readonly id?: string | null | undefined } & Title<K>;
/** What an act was done to; without an id where it was done to several things, or where there is only one of a kind. */
export type AuditTarget = { readonly [K in AuditKind]: TargetOf<K> }[AuditKind];
/** A value before and after. */
export type AuditPair = readonly [before: unknown, after: unknown];
/** What an author of a handler writes: target, changed fields and details. Fields that did not change are left out. */
export type AuditEntry = {
  readonly [K in AuditKind]: TargetOf<K> & {
    readonly changes?: { readonly [F in AuditField<K>]?: AuditPair };
    readonly details?: AuditDetails;
  };
}[AuditKind];
