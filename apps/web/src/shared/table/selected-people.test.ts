import { expect, test } from 'vitest';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import { bulkSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { selectionOfRows } from './selected-people.ts';
import { allSelected, nothingSelected, selectedCount, setSelected } from './selection.ts';

const ID = '0190a7e2-0000-7000-8000-000000000001';
const filter = { ...emptyFilter, search: 'Каримова' };

test('«all» is sent with its filter and with the number that the page shows', () => {
  const value = setSelected(allSelected, [ID], false);
  const sent = selectionOfRows({ value, count: selectedCount(value, 17) }, filter);
  expect(sent).toMatchObject({ all: true, filter, ids: { exclude_ids: [ID] }, expected_count: 16 });
  expect(bulkSelection.safeParse(sent).success).toBe(true);
});

test('individually selected rows are sent as ids, whatever the filter is', () => {
  const value = setSelected(nothingSelected, [ID], true);
  const sent = selectionOfRows({ value, count: 1 }, filter);
  expect(sent).toEqual({ all: false, ids: { include_ids: [ID], exclude_ids: [] }, filter: emptyFilter });
});
