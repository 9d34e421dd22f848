import { PERSON_KIND } from '@sergak/contract/audit/audit.rules.ts';
import type { AuditDetails, AuditEntry, AuditTarget } from '@sergak/contract/audit/audit.schema.ts';
import type { BulkKind, BulkSkipped } from '@sergak/contract/tasks/bulk.schema.ts';
import type { z } from 'zod';
import { type BulkActor, type BulkPart, type BulkTally, insertWork } from './bulk.repo.ts';
import type { Ctx, Platform } from './context.ts';
import type { Tx } from './db.ts';
import { enqueue } from './jobs.ts';
import { openTask } from './tasks.ts';

/** Maximum number of people handled within the call; a larger number becomes a long task. */
export const BULK_INLINE_MAX = 2_000;
type On = { readonly tx: Tx; readonly platform: Platform };
type Part<D> = { readonly people: readonly string[]; readonly detail: D; readonly by: BulkActor };

/**
 * An action on many people. `step` applies it to some of them, in one transaction with the jobs it queues, and skips
 * people to whom it was applied already. An AppError ends the task.
 */
export type BulkAction<D = unknown> = {
  readonly kind: BulkKind;
  /** Parameters of the action, stored between the parts. */
  readonly detail: z.ZodType<D>;
  step(on: On, part: Part<D>): Promise<BulkPart>;
};
export const bulkAction = <D>(action: BulkAction<D>): BulkAction<D> => action;

type Order<D> = {
  /** Fixed now: people who match later are not included. */
  readonly people: readonly string[];
  readonly detail: D;
  /** The object of the action, if that is not the people themselves. */
  readonly target?: AuditTarget;
  /** Seats of the licence that the caller has reserved for them. */
  readonly seats?: number;
  /** People skipped when the task was created, by reason. */
  readonly skipped?: BulkSkipped;
};
/**
 * `task_id` is set only if the action continues as a long task; `done` counts people done so far, `people` are their
 * ids.
 */
export type BulkOutcome = BulkPart & { readonly task_id?: string };

/** Audit entry of a bulk call on people: the ids of the people done, or the number of people in the long task. */
export const bulkAuditEntry = (
  { people, task_id, ordered }: Pick<BulkOutcome, 'people'> & { task_id: string | undefined; ordered: number },
  more: AuditDetails = {},
): AuditEntry =>
  task_id
    ? { kind: PERSON_KIND, details: { ...more, ordered, task_id } }
    : {
        kind: PERSON_KIND,
        id: people.length === 1 ? people[0] : null,
        details: { ...more, people, affected: people.length },
      };

/** Accounts for everyone in `people`: done, skipped, and the rest as `unchanged`. */
export const tallyPeople = (
  people: readonly string[],
  done: readonly string[],
  skipped: Omit<BulkSkipped, 'unchanged'> = {},
): BulkPart => {
  const unchanged = people.length - done.length - countSkipped(skipped);
  return { done: done.length, people: done, skipped: unchanged > 0 ? { ...skipped, unchanged } : skipped };
};
/** Number of skipped people of all reasons. */
export const countSkipped = (skipped: BulkSkipped): number => Object.values(skipped).reduce((sum, n) => sum + n, 0);

/** Adds two tallies. */
export const addTallies = (a: BulkTally, b: BulkTally): BulkTally => {
  const skipped: BulkSkipped = { ...a.skipped };
  for (const [reason, n] of Object.entries(b.skipped) as [keyof BulkSkipped, number][])
    skipped[reason] = (skipped[reason] ?? 0) + n;
  return { done: a.done + b.done, skipped };
};

/** Applies the action to few people within the call, and to many as a long task with progress. */
export const runInBulk = async <D>(ctx: Ctx, action: BulkAction<D>, order: Order<D>): Promise<BulkOutcome> => {
  const { tx, viewer } = ctx;
  const { people, detail, skipped = {} } = order;
  const by = { id: viewer.id, name: viewer.name, role: viewer.role };
  const none: BulkTally = { done: 0, skipped };
  if (people.length === 0) return { ...none, people };
  if (people.length <= BULK_INLINE_MAX) {
    const part = await action.step(ctx, { people, detail, by });
    return { ...addTallies(none, part), people: part.people };
  }
  const taskId = await openTask(tx, {
    kind: action.kind,
    createdBy: viewer.id,
    total: people.length,
    cancellable: true,
  });
  const { target = null, seats = 0 } = order;
  await insertWork(tx, { taskId, kind: action.kind, people, seats, tally: none, detail, target, by });
  await enqueue(tx, 'bulk.work-through', { task_id: taskId });
  return { ...none, people: [], task_id: taskId };
};
