import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { Selection } from './selection.ts';

type Chosen = { readonly value: Selection; readonly count: number };

/**
 * The chosen rows as every bulk call takes them. «All» goes with the number that the page shows, so that nobody is meant
 * whom the person did not see; ticked rows need none.
 */
export const selectionOf = ({ value, count }: Chosen, filter: EmployeeFilter): EmployeeSelection =>
  value.kind === 'all'
    ? { all: true, ids: { include_ids: [], exclude_ids: [...value.excluded] }, filter, expected_count: count }
    : { all: false, ids: { include_ids: [...value.ids], exclude_ids: [] }, filter: emptyFilter };
