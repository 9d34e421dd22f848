import type { BulkKind, BulkResult } from '@sergak/contract/events/bulk.schema.ts';
import type { TaskEvent } from '@sergak/contract/events/events.endpoints.ts';
import { touchesOf } from './api.ts';
import { formatNumber } from './format.ts';
import { hasText, text, textOf } from './i18n/use-t.ts';
import type { WriteId } from './query.ts';
import { followTask } from './tasks.ts';

/** Puts a bulk call that goes on as a long task into the tray of the frame; answers whether it does. */
export const followBulk = (id: WriteId, kind: BulkKind, { event_id }: { event_id?: string | undefined }): boolean => {
  if (event_id === undefined) return false;
  followTask({ id: event_id, label: text(`tips:bulk.work.${kind}`), touches: touchesOf(id) });
  return true;
};

const reasonWords = (kind: string, reason: string, number: string): string =>
  `${textOf(reason === 'unchanged' ? `tips:bulk.unchanged.${kind}` : `tips:bulk.reason.${reason}`)} — ${number}`;

/** Why some were left out, in one sentence; empty where nobody was. */
const skippedWords = (kind: string, { skipped }: BulkResult): string => {
  const reasons = Object.entries(skipped).map(([reason, n]) => reasonWords(kind, reason, formatNumber(n)));
  return reasons.length === 0 ? '' : ` ${text('tips:bulk.skipped', { reasons: reasons.join(', ') })}`;
};

/** How a bulk task ended: how many were done, how many not and why. Null for a task of another kind. */
export const bulkSummary = (task: TaskEvent, reason: string): string | null => {
  const work = `tips:bulk.work.${task.kind}`;
  const result = task.result as BulkResult | null;
  if (!hasText(work) || result === null) return null;
  const values = { work: textOf(work), done: formatNumber(result.done), of: formatNumber(result.of), reason };
  const end = task.status === 'success' ? 'done' : task.message === 'task.cancelled' ? 'cancelled' : 'failed';
  return text(`tips:bulk.${end}`, values) + skippedWords(task.kind, result);
};
