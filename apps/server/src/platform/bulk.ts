import type { AuditDetails, AuditEntry, AuditTarget } from '@sergak/contract/audit/audit.schema.ts';
import type { BulkKind, BulkSkipped } from '@sergak/contract/tasks/bulk.schema.ts';
import type { z } from 'zod';
import { type BulkActor, type BulkPart, type BulkTally, insertWork } from './bulk.repo.ts';
import type { Ctx, Platform } from './context.ts';
import type { Tx } from './db.ts';
import { enqueue } from './jobs.ts';
import { openTask } from './tasks.ts';

/** Up to so many people are done within the call; more become a long task. */
export const BULK_AT_ONCE = 2_000;
type On = { readonly tx: Tx; readonly platform: Platform };
type Part<D> = { readonly people: readonly string[]; readonly detail: D; readonly by: BulkActor };

/**
 * One thing that is done to many people. `step` does it to some of them, in a transaction with everything it orders; for
 * whom it was done already it does nothing. A refusal (AppError) ends the work.
 */
export type BulkAction<D = unknown> = {
  readonly kind: BulkKind;
  /** What else was asked for, as it is kept between the parts. */
  readonly detail: z.ZodType<D>;
  step(on: On, part: Part<D>): Promise<BulkPart>;
};
export const bulkAction = <D>(action: BulkAction<D>): BulkAction<D> => action;

type Order<D> = {
  /** Settled now: who joins later is not meant. */
  readonly people: readonly string[];
  readonly detail: D;
  /** The thing it is done to, where that is not the people themselves. */
  readonly target?: AuditTarget;
  /** Places of the licence that the caller has taken for them. */
  readonly seats?: number;
  /** Who was left out when it was settled. */
  readonly skipped?: BulkSkipped;
};
/** `event_id` only where it goes on as a long task; `done` counts what was done so far, `people` are those by id. */
export type BulkOutcome = BulkPart & { readonly event_id?: string };

/** The log entry of a bulk call on people: the people it was done to, or how many its long task was ordered for. */
export const manyPeople = (
  { people, event_id, ordered }: Pick<BulkOutcome, 'people'> & { event_id: string | undefined; ordered: number },
  more: AuditDetails = {},
): AuditEntry =>
  event_id
    ? { kind: 'employee', details: { ...more, ordered, task_id: event_id } }
    : {
        kind: 'employee',
        id: people.length === 1 ? people[0] : null,
        details: { ...more, people, affected: people.length },
      };

/** Everybody of `people` accounted for: whom it was done to, who was left out, and the rest, who stayed as they were. */
export const tallied = (
  people: readonly string[],
  done: readonly string[],
  skipped: Omit<BulkSkipped, 'unchanged'> = {},
): BulkPart => {
  const unchanged = people.length - done.length - sumOf(skipped);
  return { done: done.length, people: done, skipped: unchanged > 0 ? { ...skipped, unchanged } : skipped };
};
/** How many were left out, whatever the reason. */
export const sumOf = (skipped: BulkSkipped): number => Object.values(skipped).reduce((sum, n) => sum + n, 0);

/** Two tallies as one. */
export const addUp = (a: BulkTally, b: BulkTally): BulkTally => {
  const skipped: BulkSkipped = { ...a.skipped };
  for (const [reason, n] of Object.entries(b.skipped) as [keyof BulkSkipped, number][])
    skipped[reason] = (skipped[reason] ?? 0) + n;
  return { done: a.done + b.done, skipped };
};

/** Does it to few people at once, to many as a long task with progress that goes on part by part. */
export const inBulk = async <D>(ctx: Ctx, action: BulkAction<D>, order: Order<D>): Promise<BulkOutcome> => {
  const { tx, viewer } = ctx;
  const { people, detail, skipped = {} } = order;
  const by = { id: viewer.id, name: viewer.name, role: viewer.role };
  const none: BulkTally = { done: 0, skipped };
  if (people.length === 0) return { ...none, people };
  if (people.length <= BULK_AT_ONCE) {
    const part = await action.step(ctx, { people, detail, by });
    return { ...addUp(none, part), people: part.people };
  }
  const eventId = await openTask(tx, {
    kind: action.kind,
    createdBy: viewer.id,
    total: people.length,
    cancellable: true,
  });
  const { target = null, seats = 0 } = order;
  await insertWork(tx, { eventId, kind: action.kind, people, seats, tally: none, detail, target, by });
  await enqueue(tx, 'bulk.work-through', { event_id: eventId });
  return { ...none, people: [], event_id: eventId };
};
