import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import type { EmployeeFilter, PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { Selection } from './selection.ts';

type Chosen = { readonly value: Selection; readonly count: number };

/**
 * The selected rows in the form of every bulk call. «All» includes the number that the page shows, so that the server
 * does not act on people who were not shown; individually selected rows need no number.
 */
export const selectedRows = ({ value, count }: Chosen) =>
  value.kind === 'all'
    ? { all: true, ids: { include_ids: [], exclude_ids: [...value.excluded] }, expected_count: count }
    : { all: false, ids: { include_ids: [...value.ids], exclude_ids: [] } };

/** The selected rows of the staff list or of the members of a tag. */
export const selectionOfRows = (chosen: Chosen, filter: EmployeeFilter): PeopleSelection => ({
  ...selectedRows(chosen),
  filter: chosen.value.kind === 'all' ? filter : emptyFilter,
});
