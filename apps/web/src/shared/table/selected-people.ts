import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import type { EmployeeFilter, EmployeeSelection } from '@sergak/contract/employees/employees.schema.ts';
import type { Selection } from './selection.ts';

type Chosen = { readonly value: Selection; readonly count: number };

/**
 * The selected rows in the form of every bulk call. «All» includes the number that the page shows, so that the server
 * does not act on people who were not shown; individually selected rows need no number.
 */
export const toEmployeeSelection = ({ value, count }: Chosen, filter: EmployeeFilter): EmployeeSelection =>
  value.kind === 'all'
    ? { all: true, ids: { include_ids: [], exclude_ids: [...value.excluded] }, filter, expected_count: count }
    : { all: false, ids: { include_ids: [...value.ids], exclude_ids: [] }, filter: emptyFilter };
