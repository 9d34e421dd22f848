import type { NotificationKind } from '@sergak/contract/notifications/notifications.rules.ts';
import type { Tx } from './db.ts';

/** One thing that waits for people, or has just happened. */
export type WaitingThing = {
  /** null: the kind is about the organisation as a whole, and `number` counts. */
  readonly thing_id: string | null;
  readonly title: string;
  /** How many people or emails it is about. If it grows, the notification becomes unread again. */
  readonly number: number;
  readonly since: string;
  readonly day?: string | null;
  /** The only person it is for. */
  readonly employee_id?: string | null;
  /** People for whom it does not wait. */
  readonly barred?: readonly string[];
};

/** The one definition of what waits in a module: «Ждёт вас», the menu, the bell and the emails all follow it. */
export type WaitingSource = {
  readonly kind: NotificationKind;
  /** All that waits in the transaction's organisation, the oldest first. */
  find(tx: Tx): Promise<readonly WaitingThing[]>;
};

/** Maximum number of things of one kind that are read. */
export const WAITING_MAX = 200;
