import type { BulkSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { readSelection, resolveSelection } from '../directory/public.ts';

export type SelectionInput = BulkSelection & { readonly need_all?: boolean };

/** The people selected by a bulk call. Throws if the selection is empty. */
export const requireSelected = async (ctx: Ctx, input: SelectionInput): Promise<string[]> => {
  const ids = await resolveSelection(ctx.tx, readSelection(input), ctx.viewer.timeZone);
  if (ids.length === 0) throw new AppError('employee.none_selected');
  return ids;
};
