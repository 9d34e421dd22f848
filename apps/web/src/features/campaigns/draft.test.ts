import { emptyFilter } from '@sergak/contract/employees/employees.rules.ts';
import { filteredQuery } from '@sergak/contract/employees/employees.schema.ts';
import { filteredCampaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { expect, test } from 'vitest';
import { emptyDraft, toFilteredForm } from './draft.ts';

const id = (n: number) => `0b2ad0de-0000-4000-8000-00000000000${n}`;

test('people of the staff list go as its filter in the query and the rows ticked or excluded in the body', () => {
  const filter = { ...emptyFilter, departments: [id(1)], role: ['operator' as const], riskLevelMin: 4 };
  const selection = { all: true, ids: { include_ids: [], exclude_ids: [id(2)] }, filter };
  const draft = { ...emptyDraft(), name: 'Проверка', templates: [id(3)], targetType: 'selection' as const, selection };
  const sent = toFilteredForm(draft) as Record<string, unknown>;
  const names = Object.keys(filteredQuery.shape);
  const query = Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));
  const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
  expect(filteredQuery.parse(query)).toMatchObject({
    need_all: true,
    departments: [id(1)],
    roles: ['operator'],
    risk_level_from: 4,
    risk_level_to: 10,
  });
  expect(filteredCampaign.parse(body)).toMatchObject({ name: 'Проверка', exclude_ids: [id(2)], include_ids: [] });
});
