// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { keepTimeZone } from '../format.ts';
import { DateTimePicker } from './date-time-picker.tsx';
import { draw } from './testing.tsx';

afterEach(() => keepTimeZone(undefined));

const click = (found: Element | undefined): void =>
  act(() => {
    found!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  });

test('a moment is shown and chosen by the clocks of the organisation', async () => {
  keepTimeZone('Pacific/Kiritimati'); // UTC+14: no browser of a test stands there
  const chosen: string[] = [];
  const { root, end } = await draw(
    <DateTimePicker
      label="Начало"
      value={new Date('2026-11-21T20:30:00Z')}
      onChange={(at) => chosen.push(at?.toISOString() ?? '')}
    />,
  );
  expect(root.textContent).toContain('22.11.2026, 10:30');
  click(root.querySelector('button')!);
  expect(root.textContent).toContain('Время организации: Pacific/Kiritimati');
  const hours = root.querySelector('[role="listbox"]')!;
  click([...hours.querySelectorAll('li')].find((one) => one.textContent === '09'));
  const day = [...root.querySelectorAll('td button:not([data-outside])')].find((one) => /^24\D/.test(one.textContent));
  click(day);
  expect(chosen).toEqual(['2026-11-21T19:30:00.000Z', '2026-11-23T20:30:00.000Z']);
  end();
});

test('a day is no moment: it stays that day in any zone', async () => {
  keepTimeZone('Pacific/Kiritimati');
  const chosen: (Date | null)[] = [];
  const { root, end } = await draw(
    <DateTimePicker dayOnly label="Срок" value={new Date('2026-11-21T00:00')} onChange={(at) => chosen.push(at)} />,
  );
  expect(root.textContent).toContain('21.11.2026');
  click(root.querySelector('button')!);
  expect(root.textContent).not.toContain('Время организации');
  click([...root.querySelectorAll('td button:not([data-outside])')].find((one) => /^24\D/.test(one.textContent)));
  expect(chosen).toEqual([new Date('2026-11-24T00:00')]);
  end();
});
