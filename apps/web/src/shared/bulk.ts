import type { BulkKind, BulkResult } from '@sergak/contract/tasks/bulk.schema.ts';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { touchedFamilies } from './api.ts';
import { formatNumber } from './format.ts';
import { hasText, text, textOf } from './i18n/use-t.ts';
import type { WriteId } from './query.ts';
import { followTask } from './tasks.ts';
import { showToast, type Toast } from './toasts.ts';

type BulkReport = {
  readonly kind: BulkKind;
  /** Title of the tag or course that the action concerns, if the action concerns more than the people themselves. */
  readonly about?: string;
  /** Text of the toast if the call has done everything; null for no toast. */
  readonly done: string | null;
  /** Undoes a bulk action that was done within the call. */
  readonly undo?: Toast['action'];
};
/**
 * Reports a bulk call: a toast if everything was done within the call, the tray of the frame if it continues as a long
 * task.
 */
export const reportBulkResult = (
  id: WriteId,
  { task_id }: { task_id?: string | undefined },
  { kind, about, done, undo }: BulkReport,
): void => {
  if (task_id !== undefined) {
    const work = text(`tips:bulk.work.${kind}`);
    const label = about === undefined ? work : text('tips:bulk.about', { work, about });
    followTask({ id: task_id, label, touches: touchedFamilies(id) });
  } else if (done !== null) showToast({ kind: 'success', text: done, ...(undo && { action: undo }) });
};

const reasonText = (kind: string, reason: string, number: string): string =>
  `${textOf(reason === 'unchanged' ? `tips:bulk.unchanged.${kind}` : `tips:bulk.reason.${reason}`)} — ${number}`;

/** The reasons why people were skipped, in one sentence; empty if no one was skipped. */
const skippedText = (kind: string, { skipped }: BulkResult): string => {
  const reasons = Object.entries(skipped).map(([reason, n]) => reasonText(kind, reason, formatNumber(n)));
  return reasons.length === 0 ? '' : ` ${text('tips:bulk.skipped', { reasons: reasons.join(', ') })}`;
};

/**
 * The result of a bulk task: how many people were processed, how many were skipped and why. Null for a task of another
 * kind.
 */
export const bulkSummary = (task: TaskView, work: string, reason: string): string | null => {
  const result = task.result as BulkResult | null;
  if (!hasText(`tips:bulk.work.${task.kind}`) || result === null) return null;
  const values = { work, done: formatNumber(result.done), of: formatNumber(result.of), reason };
  const end = task.status === 'success' ? 'done' : task.message === 'task.cancelled' ? 'cancelled' : 'failed';
  return text(`tips:bulk.${end}`, values) + skippedText(task.kind, result);
};
