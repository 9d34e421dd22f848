// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import NewReport from './new-report.tsx';

const shop = {
  id: '0b2ad0de-0000-4000-8000-000000000001',
  title: 'Цех',
  parent_department_uuid: null,
  is_default: false,
};

test('a report on a department is ordered with the department and its period in view', async () => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'reports', reports);
  signIn(['admin.statistics', 'admin.staff.employees']);
  serve({ 'departments.list': { data: [shop], total_count: 1 } });
  const order = vi.fn();
  await openPage(<NewReport onOrder={order} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain('Новый отчёт'));
  await act(async () => document.querySelector<HTMLInputElement>('input[value=department]')!.click());
  expect(shownText()).toContain('Первый день периода');
  await press('Сформировать');
  expect(order).not.toHaveBeenCalled();
  expect(shownText()).toContain('Обязательное поле');
  const chooser = (): HTMLInputElement => document.querySelector('input[aria-haspopup=listbox]')!;
  await act(async () => chooser().click());
  const option = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === 'Цех');
  await until(() => expect(option()).toBeDefined());
  await act(async () => option()!.click());
  await press('Сформировать');
  expect(order).toHaveBeenCalledWith({ kind: 'department', id: shop.id, format: 'pdf' });
});

test('the search of campaigns asks the server, and the found campaign is ordered', async () => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'reports', reports);
  signIn(['admin.statistics', 'admin.phishing.campaigns']);
  const old = { id: '0b2ad0de-0000-4000-8000-000000000002', name: 'Весенняя проверка' };
  const sent = serve({
    'campaigns.list': ({ body }: { body: { search?: string } }) =>
      body.search === 'весен' ? { data: [old], total_count: 1 } : { data: [], total_count: 0 },
  });
  const order = vi.fn();
  await openPage(<NewReport onOrder={order} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain('Новый отчёт'));
  await act(async () => document.querySelector<HTMLInputElement>('input[value=campaign]')!.click());
  const chooser = (): HTMLInputElement => document.querySelector('input[aria-haspopup=listbox]')!;
  await act(async () => chooser().click());
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(chooser(), 'весен');
    chooser().dispatchEvent(new Event('input', { bubbles: true }));
  });
  const option = (): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === old.name);
  await until(() => expect(sent('campaigns.list').at(-1)?.body).toMatchObject({ search: 'весен' }));
  await until(() => expect(option()).toBeDefined());
  await act(async () => option()!.click());
  await press('Сформировать');
  expect(order).toHaveBeenCalledWith({ kind: 'campaign', campaign_id: old.id, format: 'pdf' });
});
