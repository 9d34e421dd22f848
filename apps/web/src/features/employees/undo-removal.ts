import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { text } from '../../shared/i18n/use-t.ts';
import { showToast, type Toast } from '../../shared/toasts.ts';
import { undoAction } from '../../shared/undo.ts';

type Action = NonNullable<Toast['action']>;

/** Restores a removed person from the toast that reports the removal. */
export const undoRemoval = (id: string): Action =>
  undoAction('employees.restore', { id }, () => showToast({ kind: 'success', text: text('tips:employess.restore') }));

/**
 * Restores removed people from the toast. People whose address is in use by now, or whose role is higher, stay
 * removed.
 */
export const undoRemovals = (people: readonly string[]): Action =>
  undoAction(
    'employees.restore-many',
    { all: false, search: '', ids: { include_ids: [...people], exclude_ids: [] } },
    (answer) => {
      const skipped = answer.taken_count + answer.forbidden_count;
      const done = text('tips:employess.restore_all', { number: formatNumber(answer.count) });
      const left = skipped === 0 ? '' : ` ${text('tips:employess.restore_left', { number: formatNumber(skipped) })}`;
      reportBulkResult('employees.restore-many', answer, {
        kind: 'restore_people',
        done: skipped === 0 ? done : `${done}.${left}`,
      });
    },
  );
