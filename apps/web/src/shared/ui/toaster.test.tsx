// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeToast, currentToasts, showToast } from '../toasts.ts';
import { draw } from './testing.tsx';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  // Other files of the same worker share this store.
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

test('a toast leaves after 15 seconds', async () => {
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

test('hovering pauses what is left and leaving goes on with it', async () => {
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
