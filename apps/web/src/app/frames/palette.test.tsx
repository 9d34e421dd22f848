// @vitest-environment happy-dom
import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import overview from '../../../../../locales/ru/settings/overview.json' with { type: 'json' };
import search from '../../../../../locales/ru/search.json' with { type: 'json' };
import translation from '../../../../../locales/ru/translation.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, signIn } from '../../shared/ui/testing-page.tsx';
import { eventually } from '../../shared/ui/testing.tsx';
import { Palette, usePaletteKeys } from './palette.tsx';
import { ordered, objectOf, type Line } from './palette-lines.ts';

const permissions = [
  'admin',
  'admin.staff.employees',
  'admin.staff.tags',
  'admin.learning.assigned',
  'user.learning',
] as const;
const meWith = (granted: readonly Permission[]) =>
  ({ id: 'me', role: 'operator', permissions: granted, acting_organization: { id: 'o' } }) as unknown as Me;
const lola = {
  kind: 'employee',
  id: '0b2ad0de-0000-4000-8000-000000000001',
  title: 'Валиева Лола',
  detail: 'Бухгалтерия',
  at: null,
  assignable: false,
  fit: 1,
};

const Page = ({ granted }: { granted: readonly Permission[] }) => {
  const [open, setOpen] = useState(false);
  usePaletteKeys(() => setOpen(true));
  return (
    <>
      <input aria-label="behind" />
      <button type="button">opener</button>
      {open && <Palette me={meWith(granted)} onClose={() => setOpen(false)} />}
    </>
  );
};
const field = () => document.querySelector<HTMLInputElement>('[role="combobox"]');
const options = () => [...document.querySelectorAll('[role="option"]')].map((one) => one.textContent);
const chosen = () => document.querySelector('[role="option"][aria-selected="true"]')?.textContent;
const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    await Promise.resolve();
  });
const write = (text: string) =>
  act(async () => {
    const input = field()!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
  });
const start = async (answers: Parameters<typeof serve>[0] = {}, granted: readonly Permission[] = permissions) => {
  signIn(granted);
  const sent = serve({
    'search.find': { data: [lola] },
    'search.recent': { data: [] },
    'search.opened': Response.json(null),
    ...answers,
  });
  const { address } = await openPage(<Page granted={granted} />);
  await eventually(() => expect(document.querySelector('[aria-label="behind"]')).not.toBeNull());
  return { sent, address };
};

beforeEach(() => {
  queryClient.clear();
  addTexts('ru', 'translation', translation);
  addTexts('ru', 'search', search);
  addTexts('ru', 'settings__overview', overview);
});

test('the field stands in the same moment as Ctrl K, in any layout, and keeps what is typed before the list is there', async () => {
  const { sent } = await start();
  await act(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true }));
  });
  expect(field()).not.toBeNull();
  await write('вал');
  await press(field()!, 'Enter');
  await eventually(() => expect(sent('search.opened')).toHaveLength(1));
  expect(sent('search.find').at(-1)!.body).toMatchObject({ search: 'вал' });
  expect(sent('search.opened')[0]!.body).toEqual({ opened: { kind: 'employee', thing: lola.id } });
  await eventually(() => expect(field()).toBeNull());
});

test('the key / opens the palette outside of fields only, and types nothing', async () => {
  await start();
  const behind = document.querySelector<HTMLInputElement>('[aria-label="behind"]')!;
  await press(behind, '/');
  expect(field()).toBeNull();
  const event = new KeyboardEvent('keydown', { key: '/', code: 'Slash', bubbles: true, cancelable: true });
  await act(async () => void document.body.dispatchEvent(event));
  expect(field()).not.toBeNull();
  expect(event.defaultPrevented).toBe(true);
});

test('before anything is typed: what was opened lately, then what may be done', async () => {
  await start({
    'search.recent': {
      data: [
        { kind: 'employee', thing: lola.id, title: lola.title, detail: '', at: null },
        { kind: 'page', thing: 'staff.tags' },
        { kind: 'page', thing: 'phishing.campaigns' },
      ],
    },
  });
  await press(document.body, 'k', { ctrlKey: true });
  await eventually(() => expect(options().slice(0, 2)).toEqual(['Валиева Лола', 'ТегиПерсонал']));
  expect(options()).toContain('Добавить сотрудникаПерсонал');
  // Without the permission neither the page nor the action is there.
  expect(options().join()).not.toContain('рассылк');
});

test('arrows choose, Enter runs, Escape closes', async () => {
  const { sent } = await start();
  await press(document.body, 'k', { ctrlKey: true });
  await write('сотрудника');
  // Chapters of the instructions follow as soon as they have loaded.
  await eventually(() => {
    expect(options().slice(0, 2)).toEqual(['Добавить сотрудникаПерсонал', 'Валиева ЛолаБухгалтерия']);
    expect(options().length).toBeGreaterThan(2);
  });
  const first = chosen();
  await press(field()!, 'ArrowDown');
  expect(chosen()).not.toBe(first);
  await press(field()!, 'ArrowUp');
  expect(chosen()).toBe(first);
  await press(field()!, 'ArrowUp');
  expect(chosen()).toBe(options().at(-1));
  expect(field()!.getAttribute('aria-activedescendant')).toBe(
    document.querySelector('[role="option"][aria-selected="true"]')!.id,
  );
  await press(field()!, 'ArrowDown');
  await press(field()!, 'Enter');
  await eventually(() =>
    expect(sent('search.opened').map((one) => one.body)).toEqual([{ opened: { kind: 'action', thing: 'employee' } }]),
  );
  await eventually(() => expect(field()).toBeNull());
});

test('Enter waits for the answer to what was typed', async () => {
  let answer: (response: Response) => void = () => undefined;
  const { sent } = await start({ 'search.find': () => new Response() });
  // A search that is under way: the answer comes later.
  const original = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.includes('/search?') ? new Promise<Response>((resolve) => (answer = resolve)) : original(address, init),
  );
  await press(document.body, 'k', { ctrlKey: true });
  await write('валиева');
  await press(field()!, 'Enter');
  expect(sent('search.opened')).toHaveLength(0);
  await new Promise((done) => setTimeout(done, 200));
  await act(async () => answer(Response.json({ data: [lola] })));
  await eventually(() => expect(sent('search.opened')).toHaveLength(1));
});

const administrator = [...permissions, 'admin.organization', 'admin.phishing', 'admin.settings.adfs'] as const;

test('settings are found by the words that people use for them, and lead to their part of the page', async () => {
  const { sent, address } = await start({ 'search.find': { data: [] } }, administrator);
  await press(document.body, 'k', { ctrlKey: true });
  expect(options().join()).not.toContain('Почтовый сервер');
  await write('smtp');
  await eventually(() => expect(options()[0]).toBe('Почтовый серверПочта и уведомления'));
  await write('prazdniki');
  await eventually(() => expect(options()[0]).toBe('Рабочие часы и праздникиОтправка учебных писем'));
  await press(field()!, 'Enter');
  await eventually(() => expect(address()).toBe('/lk/admin/organization?tab=settings#hours'));
  expect(sent('search.opened').at(-1)!.body).toEqual({ opened: { kind: 'page', thing: 'setting.hours' } });
});

test('without the permission of their pages settings are not found', async () => {
  await start({ 'search.find': { data: [] } });
  await press(document.body, 'k', { ctrlKey: true });
  await write('smtp');
  await eventually(() => expect(document.body.textContent).toContain('Ничего не нашлось'));
});

test('the action that stops all emails asks at once', async () => {
  const { address } = await start({ 'search.find': { data: [] } }, administrator);
  await press(document.body, 'k', { ctrlKey: true });
  await write('kill switch');
  await eventually(() => expect(options()).toContain('Остановить все учебные письмаОрганизация'));
  await write('остановить все');
  await eventually(() => expect(options()[0]).toBe('Остановить все учебные письмаОрганизация'));
  await press(field()!, 'Enter');
  await eventually(() => expect(address()).toBe('/lk/admin/organization?tab=settings&sending=stop#sending'));
});

test('only published courses are offered for assigning; a draft says what it is', async () => {
  const course = (title: string, assignable: boolean) => ({
    ...lola,
    kind: 'course',
    id: title,
    title,
    detail: '',
    assignable,
  });
  await start({ 'search.find': { data: [course('Пароли', true), course('Пароли, новый', false)] } });
  await press(document.body, 'k', { ctrlKey: true });
  await write('назначить пароли');
  await eventually(() => expect(options()).toContain('Пароли, новыйне опубликован'));
  expect(options().filter((one) => one?.startsWith('Назначить курс «'))).toEqual(['Назначить курс «Пароли»']);
});

test('an action on a course is found by its verb and the name of the course', () => {
  expect(objectOf('назначить пароли', 'Назначить курс')).toBe('пароли');
  expect(objectOf('назн курс безопасные пароли', 'Назначить курс')).toBe('безопасные пароли');
  expect(objectOf('назначить курс', 'Назначить курс')).toBeNull();
  expect(objectOf('пароли', 'Назначить курс')).toBeNull();
});

test('groups with the best fit come first; mistakes are forgiven only if nothing fits without one', () => {
  const line = (group: Line['group'], fit: number): Line =>
    ({ key: `${group}${fit}`, group, label: '', detail: '', fit, run: () => undefined }) as unknown as Line;
  expect(ordered([line('page', 2), line('employee', 0), line('employee', 3)]).map(({ key }) => key)).toEqual([
    'employee0',
    'page2',
  ]);
  expect(ordered([line('employee', 3)])).toHaveLength(1);
  expect(ordered([line('employee', 1), line('action', 1)]).map(({ group }) => group)).toEqual(['action', 'employee']);
});
