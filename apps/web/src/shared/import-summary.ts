import type { ImportResult } from '@sergak/contract/employees/imports.schema.ts';
import type { TaskView } from '@sergak/contract/tasks/tasks.endpoints.ts';
import { formatNumber } from './format.ts';
import { text } from './i18n/use-t.ts';

const shown = ['added', 'returned', 'changed', 'left', 'invited', 'rejected'] as const;

/**
 * The result of an import in one sentence, with numbers once it is applied; null if the task failed or is of another
 * kind.
 */
export const importSummary = (task: TaskView): string | null => {
  if (task.status !== 'success') return null;
  if (task.kind === 'employees.read-import') return text('tips:import.read');
  if (task.kind !== 'employees.apply-import') return null;
  const result = task.result as ImportResult;
  const numbers = shown.filter((name) => result[name] > 0 || name === 'added');
  const list = numbers.map((name) => text(`tips:import.${name}`, { number: formatNumber(result[name]) }));
  return text('tips:import.done', { list: list.join(', ') });
};
