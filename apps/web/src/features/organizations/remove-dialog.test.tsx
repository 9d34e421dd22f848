// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import organizations from '../../../../../locales/ru/organizations.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('an organisation is removed only after its title was typed, and the live button says so', async () => {
  addTexts('ru', 'organizations', organizations);
  const sent = serve({ 'organizations.remove-child': { task_id: 't' } });
  signIn(['admin.organization']);
  const page = { id: 'x', title: 'Филиал', parent_id: 'o', children_count: 0, license: { users_count: 2 } };
  await openPage(<RemoveDialog page={page as never} onClose={() => undefined} />);
  const { action, type: label } = organizations.remove;
  await press(action);
  await until(() => expect(document.activeElement).toBe(field(label)));
  expect(shownText()).toContain(commons.field.required);
  expect(sent('organizations.remove-child')).toEqual([]);
  await type(label, 'Филиал');
  await press(action);
  await until(() => expect(sent('organizations.remove-child')).toHaveLength(1));
});
