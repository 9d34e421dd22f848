// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import en from '../../../../../locales/en/commons.json' with { type: 'json' };
import uz from '../../../../../locales/uz/commons.json' with { type: 'json' };
import { setTimeZone } from '../format.ts';
import { applyLanguage } from '../i18n/i18n.ts';
import { addTexts } from '../i18n/texts.ts';
import { DateTimePicker } from './date-time-picker.tsx';
import { draw, eventually } from './testing.tsx';

afterEach(() => {
  setTimeZone(undefined);
  applyLanguage('ru');
  localStorage.clear();
});

const click = (found: Element | null | undefined): void =>
  act(() => void found!.dispatchEvent(new MouseEvent('click', { bubbles: true })));
const press = (key: string): void =>
  act(() => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const day = (root: HTMLElement, date: string) => root.querySelector<HTMLButtonElement>(`[data-day="${date}"]`);
const focused = () => document.activeElement?.getAttribute('data-day');
/** Opens the field; the kit's calendar starts to load then. */
const open = async (root: HTMLElement): Promise<void> => {
  click(root.querySelector('button'));
  await act(() => import('./date-panel.tsx'));
  expect(root.querySelector('table')).not.toBeNull();
};

test('an instant is shown and chosen in the time zone of the organisation', async () => {
  setTimeZone('Pacific/Kiritimati'); // UTC+14: no machine that runs this test uses this zone
  const chosen: string[] = [];
  const { root, end } = await draw(
    <DateTimePicker
      label="Начало"
      value={new Date('2026-11-21T20:30:00Z')}
      onChange={(at) => chosen.push(at?.toISOString() ?? '')}
    />,
  );
  expect(root.textContent).toContain('22.11.2026, 10:30');
  await open(root);
  await eventually(() => expect(root.textContent).toContain('Время организации: Kiritimati (UTC+14)'));
  const hours = root.querySelector('[role="listbox"]')!;
  click([...hours.querySelectorAll('li')].find((one) => one.textContent === '09'));
  click(day(root, '2026-11-24'));
  expect(chosen).toEqual(['2026-11-21T19:30:00.000Z', '2026-11-23T20:30:00.000Z']);
  end();
});

test.each([false, true])(
  'the calendar marks the day of the organisation, not of the browser (days only: %s)',
  async (dayOnly) => {
    // 23:30 in the zone of this machine is another day in one of these zones, whichever the machine uses.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      setTimeZone(zone);
      const { root, end } = await draw(
        <DateTimePicker dayOnly={dayOnly} label="Срок" value={null} onChange={() => undefined} />,
      );
      await open(root);
      const marked = (name: string) =>
        [...root.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute('data-day'));
      const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
      expect(marked('data-current')).toEqual([day]);
      expect(marked('data-highlight-today'), 'the mark of the kit').toEqual([]);
      expect(marked('aria-current')).toEqual([day]);
      end();
    }
  },
);

test('a calendar day is the same in any time zone, and choosing it closes the calendar', async () => {
  setTimeZone('Pacific/Kiritimati');
  const chosen: (Date | null)[] = [];
  const { root, end } = await draw(
    <DateTimePicker dayOnly label="Срок" value={new Date('2026-11-21T00:00')} onChange={(at) => chosen.push(at)} />,
  );
  expect(root.textContent).toContain('21.11.2026');
  await open(root);
  expect(root.textContent).not.toContain('Время организации');
  expect(root.querySelector('[role="listbox"]')).toBeNull();
  click(day(root, '2026-11-24'));
  expect(chosen).toEqual([new Date('2026-11-24T00:00')]);
  expect(root.querySelector('[role="dialog"]')).toBeNull();
  expect(document.activeElement).toBe(root.querySelector('button'));
  end();
});

test.each([
  ['ru', 'ноябрь 2026', ['пн', 'вс'], '21 ноября 2026'],
  ['en', 'November 2026', ['Mo', 'Su'], '21 November 2026'],
  ['uz', 'Noyabr 2026', ['Du', 'Ya'], '21 Noyabr 2026'],
] as const)('in %s months and days have their names, weeks begin with Monday', async (language, month, week, name) => {
  addTexts('en', 'commons', en);
  addTexts('uz', 'commons', uz);
  applyLanguage(language);
  const { root, end } = await draw(
    <DateTimePicker dayOnly label="x" value={new Date('2026-11-21T00:00')} onChange={() => undefined} />,
  );
  expect(root.textContent).toContain('21.11.2026');
  await open(root);
  const heads = [...root.querySelectorAll('th')].map((one) => one.textContent);
  expect([root.querySelector('[aria-live]')!.textContent, heads.at(0), heads.at(-1)]).toEqual([month, ...week]);
  expect(day(root, '2026-11-21')!.getAttribute('aria-label')).toBe(name);
  end();
});

test('a calendar that is only looked at chooses nothing; «Готово» takes what it shows', async () => {
  const chosen: (Date | null)[] = [];
  const { root, end } = await draw(
    <DateTimePicker
      clearable
      label="Отправить последнее до"
      value={null}
      min={new Date('2099-11-21T14:20')}
      onChange={(at) => chosen.push(at)}
    />,
  );
  await open(root);
  press('Escape');
  await open(root);
  act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect([root.querySelector('[role="dialog"]'), chosen]).toEqual([null, []]);
  await open(root);
  click([...root.querySelectorAll('button')].find((one) => one.textContent === 'Готово'));
  expect(chosen).toEqual([new Date('2099-11-21T14:30')]);
  end();
});

test('the keyboard moves from month to month within the bounds; Escape closes and returns to the field', async () => {
  const { root, end } = await draw(
    <DateTimePicker
      dayOnly
      label="Срок"
      value={new Date('2026-11-30T00:00')}
      min={new Date('2026-11-27T00:00')}
      max={new Date('2027-02-10T00:00')}
      onChange={() => undefined}
    />,
  );
  await open(root);
  expect(focused()).toBe('2026-11-30');
  press('ArrowRight');
  expect(focused()).toBe('2026-12-01');
  press('ArrowUp');
  expect(focused(), 'the 24th is before the first day allowed').toBe('2026-12-01');
  press('ArrowLeft');
  expect(focused()).toBe('2026-11-30');
  press('PageDown');
  press('PageDown');
  expect(focused()).toBe('2027-01-30');
  press('PageDown');
  expect(focused(), '28 February is after the last day allowed').toBe('2027-01-30');
  expect(day(root, '2027-01-30')!.disabled).toBe(false);
  press('Escape');
  expect(root.querySelector('[role="dialog"]')).toBeNull();
  expect(document.activeElement).toBe(root.querySelector('button'));
  end();
});

test('a time outside the bounds cannot be chosen, neither in the lists nor with the day', async () => {
  const chosen: Date[] = [];
  const { root, end } = await draw(
    <DateTimePicker
      label="Начало"
      value={new Date('2026-11-22T09:00')}
      min={new Date('2026-11-21T14:20')}
      onChange={(at) => chosen.push(at!)}
    />,
  );
  await open(root);
  expect(day(root, '2026-11-20')!.disabled).toBe(true);
  click(day(root, '2026-11-21'));
  expect(chosen).toEqual([new Date('2026-11-21T14:30')]);
  end();
});
