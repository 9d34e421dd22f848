import type { BulkKind, BulkResult } from '@sergak/contract/tasks/bulk.schema.ts';
import type { TaskEvent } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { touchesOf } from './api.ts';
import { formatNumber } from './format.ts';
import { hasText, text, textOf } from './i18n/use-t.ts';
import type { WriteId } from './query.ts';
import { followTask } from './tasks.ts';
import { showToast, type Toast } from './toasts.ts';

type Told = {
  readonly kind: BulkKind;
  /** What it is done to, where that is not the people themselves: the title of a tag or a course. */
  readonly about?: string;
  /** What to say when all of it is done already; null where nothing is to be said. */
  readonly done: string | null;
  /** Takes back what is done already. */
  readonly undo?: Toast['action'];
};
/** Tells how a bulk call ended: done within the call, by a toast; going on as a long task, in the tray of the frame. */
export const tellBulk = (
  id: WriteId,
  { event_id }: { event_id?: string | undefined },
  { kind, about, done, undo }: Told,
): void => {
  if (event_id !== undefined) {
    const work = text(`tips:bulk.work.${kind}`);
    const label = about === undefined ? work : text('tips:bulk.about', { work, about });
    followTask({ id: event_id, label, touches: touchesOf(id) });
  } else if (done !== null) showToast({ kind: 'success', text: done, ...(undo && { action: undo }) });
};

const reasonWords = (kind: string, reason: string, number: string): string =>
  `${textOf(reason === 'unchanged' ? `tips:bulk.unchanged.${kind}` : `tips:bulk.reason.${reason}`)} — ${number}`;

/** Why some were left out, in one sentence; empty where nobody was. */
const skippedWords = (kind: string, { skipped }: BulkResult): string => {
  const reasons = Object.entries(skipped).map(([reason, n]) => reasonWords(kind, reason, formatNumber(n)));
  return reasons.length === 0 ? '' : ` ${text('tips:bulk.skipped', { reasons: reasons.join(', ') })}`;
};

/** How a bulk task of this label ended: how many were done, how many not and why. Null for a task of another kind. */
export const bulkSummary = (task: TaskEvent, work: string, reason: string): string | null => {
  const result = task.result as BulkResult | null;
  if (!hasText(`tips:bulk.work.${task.kind}`) || result === null) return null;
  const values = { work, done: formatNumber(result.done), of: formatNumber(result.of), reason };
  const end = task.status === 'success' ? 'done' : task.message === 'task.cancelled' ? 'cancelled' : 'failed';
  return text(`tips:bulk.${end}`, values) + skippedWords(task.kind, result);
};
