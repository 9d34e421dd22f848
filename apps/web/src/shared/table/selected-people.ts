import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { Selection } from './selection.ts';

/** The chosen rows as every bulk call takes them. */
export const selectionOf = (chosen: Selection, filter: EmployeeFilter): EmployeeSelection =>
  chosen.kind === 'all'
    ? { all: true, ids: { include_ids: [], exclude_ids: [...chosen.excluded] }, filter }
    : { all: false, ids: { include_ids: [...chosen.ids], exclude_ids: [] }, filter: emptyFilter };
