// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import departments from '../../../../../locales/ru/departments.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually, onPage } from '../../shared/ui/testing.tsx';
import { DepartmentTwins } from './department-twins.tsx';
import '../../shared/wire.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const one = (id: string, title: string, users_count: number) => ({
  id,
  title,
  users_count,
  parent_department_uuid: null,
  is_default: false,
  employees_count: users_count,
  version: 1,
});

const press = async (label: string): Promise<void> => {
  const found = () => [...document.querySelectorAll('button')].findLast((button) => button.textContent === label);
  await eventually(() => expect(found()).toBeDefined());
  await act(async () => found()!.click());
};

test('a pair is shown and merged after a confirmation that says how many people move', async () => {
  addTexts('ru', 'departments', departments);
  addTexts('ru', 'tips', tips);
  const sent: unknown[] = [];
  let pairs = [{ keep: one('a', 'Oʻquv boʻlimi', 3), twin: one('b', "O'quv bo'limi", 12), path: ['Дирекция'] }];
  vi.stubGlobal('fetch', (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(Response.json({ data: pairs }));
    sent.push(JSON.parse(String(body)));
    pairs = [];
    return Promise.resolve(Response.json({ departments: 1, moved_people: 12 }));
  });
  const { root, end } = await draw(onPage(<DepartmentTwins />));
  await eventually(() => expect(root.textContent).toContain("Дирекция: «Oʻquv boʻlimi» и\u00A0«O'quv bo'limi»"));
  await press(departments.twins.merge);
  await eventually(() => expect(document.body.textContent).toContain('12\u00A0человек'));
  expect(document.body.textContent?.replaceAll('\u00A0', ' ')).toContain(
    'Цифры прошлых рассылок и прежний риск останутся',
  );
  await press(departments.twins.action);
  await eventually(() => expect(sent).toEqual([{ id: 'a', twin_id: 'b' }]));
  await eventually(() => expect(root.textContent).not.toContain('Дирекция'));
  end();
});
