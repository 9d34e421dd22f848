// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { draw } from '../ui/testing.tsx';
import { ActiveFilters } from './active-filters.tsx';

test('the button of a filter is named by what it removes', async () => {
  const chips = ['Отдел: Склад', 'Роль: Оператор'].map((label) => ({ key: label, label, onRemove: () => undefined }));
  const { root, end } = await draw(<ActiveFilters chips={chips} onReset={() => undefined} />);
  const nameOf = (one: Element): string => {
    const parts = (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)!);
    return parts.map((part) => part.getAttribute('aria-label') ?? part.textContent).join(' ');
  };
  expect([...root.querySelectorAll('[aria-labelledby]')].map(nameOf)).toEqual([
    'Убрать фильтр Отдел: Склад',
    'Убрать фильтр Роль: Оператор',
  ]);
  end();
});
