// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CODE_FLASH_MS, CodeInput } from './code-input.tsx';
import { draw } from './testing.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const boxes = (root: HTMLElement): HTMLInputElement[] => [...root.querySelectorAll('input')];
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
const type = (box: HTMLInputElement, value: string): void =>
  act(() => {
    setValue.call(box, value);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (box: HTMLInputElement, key: string): void =>
  act(() => {
    box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });

test('typing moves on and the last box sends the code', async () => {
  const full = vi.fn();
  const { root, end } = await draw(<CodeInput length={3} label="Код" onFull={full} />);
  act(() => boxes(root)[0]!.focus());
  type(boxes(root)[0]!, '1');
  expect(document.activeElement).toBe(boxes(root)[1]);
  type(boxes(root)[1]!, 'x');
  expect(boxes(root)[1]!.value).toBe('');
  type(boxes(root)[1]!, '2');
  expect(full).not.toHaveBeenCalled();
  type(boxes(root)[2]!, '3');
  expect(full).toHaveBeenCalledExactlyOnceWith('123');
  end();
});

test('Backspace on an empty box moves back', async () => {
  const { root, end } = await draw(<CodeInput length={3} label="Код" onFull={() => {}} />);
  type(boxes(root)[0]!, '1');
  act(() => boxes(root)[1]!.focus());
  press(boxes(root)[1]!, 'Backspace');
  expect(document.activeElement).toBe(boxes(root)[0]);
  expect(boxes(root)[0]!.value).toBe('');
  end();
});

test('a code filled in at once, as from a message, is sent', async () => {
  const full = vi.fn();
  const { root, end } = await draw(<CodeInput length={3} label="Код" onFull={full} />);
  type(boxes(root)[0]!, '4 5-6');
  expect(full).toHaveBeenCalledExactlyOnceWith('456');
  end();
});

test('a rejection flashes for two seconds and clears the boxes', async () => {
  const { root, again, end } = await draw(<CodeInput length={3} label="Код" onFull={() => {}} failures={0} />);
  type(boxes(root)[0]!, '1');
  again(<CodeInput length={3} label="Код" onFull={() => {}} failures={1} />);
  expect(boxes(root).map((box) => box.value)).toEqual(['', '', '']);
  expect(boxes(root)[0]!.getAttribute('aria-invalid')).toBe('true');
  act(() => {
    vi.advanceTimersByTime(CODE_FLASH_MS - 1);
  });
  expect(boxes(root)[0]!.getAttribute('aria-invalid')).toBe('true');
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(boxes(root)[0]!.getAttribute('aria-invalid')).toBe('false');
  end();
});
