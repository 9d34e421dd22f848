// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeToast, currentToasts, showToast } from '../toasts.ts';
import { bottomBarRef } from './bottom-bar.ts';
import { draw } from './testing.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  // Other test files of this worker use the same store.
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.useFakeTimers();
});
afterEach(() => {
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.useRealTimers();
});
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const over = (node: Element, type: string): void =>
  act(() => {
    node.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  });

test('a toast closes after 15 seconds', async () => {
  const { root, end } = await draw(<Toaster />);
  act(() => {
    showToast({ kind: 'success', text: 'Готово' });
  });
  wait(14_900);
  expect(root.querySelector('li')?.textContent).toContain('Готово');
  wait(200);
  expect(root.querySelector('li')).toBeNull();
  end();
});

test('hovering pauses the remaining time, and leaving continues it', async () => {
  const { root, end } = await draw(<Toaster />);
  act(() => {
    showToast({ kind: 'info', text: 'Ждём' });
  });
  wait(10_000);
  over(root.querySelector('li')!, 'mouseover');
  wait(60_000);
  expect(root.querySelector('li')).not.toBeNull();
  over(root.querySelector('li')!, 'mouseout');
  wait(4_900);
  expect(root.querySelector('li')).not.toBeNull();
  wait(200);
  expect(root.querySelector('li')).toBeNull();
  end();
});

test('errors are announced at once, the rest politely', async () => {
  const { root, end } = await draw(<Toaster />);
  act(() => {
    showToast({ kind: 'error', text: 'Сломалось', details: 'd' });
    showToast({ kind: 'success', text: 'Готово' });
  });
  expect(root.querySelector('[role=alert]')?.textContent).toBe('Сломалось');
  expect(root.querySelector('[role=status]')?.textContent).toBe('Готово');
  end();
});

const shownTexts = (root: HTMLElement): (string | null)[] =>
  [...root.querySelectorAll('ul > li')].map((one) =>
    one.hasAttribute('aria-hidden') ? null : one.querySelector('p')!.textContent,
  );
const show = (...all: string[]): number[] => {
  const ids: number[] = [];
  act(() => void ids.push(...all.map((text) => showToast({ kind: 'success', text }))));
  return ids;
};

test('a new toast appears above the earlier toasts, which keep their places when a toast below closes', async () => {
  const { root, end } = await draw(<Toaster />);
  const [first, , third] = show('Один', 'Два', 'Три');
  act(() => closeToast(first!));
  // The list is in order from the bottom up.
  expect(shownTexts(root)).toEqual([null, 'Два', 'Три']);
  act(() => closeToast(third!));
  expect(shownTexts(root)).toEqual([null, 'Два']);
  show('Четыре');
  expect(shownTexts(root)).toEqual([null, 'Два', 'Четыре']);
  end();
});

test('the same sentence is shown again in its place; above five the oldest toast is removed', async () => {
  const { root, end } = await draw(<Toaster />);
  show('Один', 'Два', 'Один');
  expect(shownTexts(root)).toEqual(['Один', 'Два']);
  show('Три', 'Четыре', 'Пять', 'Шесть');
  expect(shownTexts(root)).toEqual(['Два', 'Три', 'Четыре', 'Пять', 'Шесть']);
  end();
});

test('F8 moves the focus to the newest toast and pauses it; Esc closes it and returns the focus', async () => {
  const { root, end } = await draw(
    <>
      <button type="button">Поле</button>
      <Toaster />
    </>,
  );
  const field = root.querySelector('button')!;
  const heard = vi.fn();
  window.addEventListener('keydown', heard);
  const press = (key: string): void =>
    act(() => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  field.focus();
  show('Один', 'Два');
  press('F8');
  expect(document.activeElement!.closest('li')!.textContent).toContain('Два');
  wait(60_000);
  expect(shownTexts(root)).toEqual([null, 'Два']);
  heard.mockClear();
  press('Escape');
  expect(shownTexts(root)).toEqual([]);
  expect(document.activeElement).toBe(field);
  expect(heard).not.toHaveBeenCalled();
  window.removeEventListener('keydown', heard);
  end();
});

test('the action of a toast runs once and closes it', async () => {
  const { root, end } = await draw(<Toaster />);
  const run = vi.fn();
  act(() => void showToast({ kind: 'success', text: 'Удалено', action: { label: 'Вернуть', run } }));
  act(() => [...root.querySelectorAll('button')].find((one) => one.textContent === 'Вернуть')!.click());
  expect(run).toHaveBeenCalledOnce();
  expect(currentToasts()).toEqual([]);
  end();
});

test('a bar that comes or goes does not move the toasts under the pointer', async () => {
  const { root, end } = await draw(<Toaster />);
  act(() => {
    showToast({ kind: 'success', text: 'Готово' });
  });
  const bottom = (): string => root.querySelector<HTMLElement>('section')!.style.bottom;
  expect(bottom()).toBe('16px');
  const bar = document.createElement('div');
  const [height, right] = [60, window.innerWidth];
  bar.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - height, right, height);
  over(root.querySelector('li')!, 'mouseover');
  let leave: (() => void) | undefined;
  act(() => {
    leave = bottomBarRef(bar);
  });
  expect(bottom()).toBe('16px');
  over(root.querySelector('li')!, 'mouseout');
  expect(bottom()).toBe(`${height + 16}px`);
  act(() => leave!());
  expect(bottom()).toBe('16px');
  end();
});
