// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { clampLifeDays } from '@sergak/contract/tags/tags.rules.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { NumberBox } from './number-box.tsx';

const Life = (): ReactNode => {
  const [days, setDays] = useState(30);
  return (
    <>
      <NumberBox label="Дней" value={days} clamp={clampLifeDays} onValue={setDays} />
      <output>{days}</output>
    </>
  );
};

test('life days typed digit by digit stop at 999', async () => {
  const { root, end } = await draw(<Life />);
  const input = root.querySelector('input')!;
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
  // A browser adds no character beyond `maxLength`.
  const type = (text: string) =>
    act(() => {
      set.call(input, input.maxLength > 0 ? text.slice(0, input.maxLength) : text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const days = () => root.querySelector('output')!.textContent;
  for (const [at, shown] of [
    ['1', '1'],
    ['15', '15'],
    ['150', '150'],
    ['1500', '999'],
  ] as const) {
    type(at);
    expect([input.value, days()]).toEqual([shown, shown]);
  }
  type('x');
  expect(days()).toBe('999');
  end();
});
