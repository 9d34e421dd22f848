// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../shared/ui/testing.tsx';
import { isNearEnd, useNear } from './use-more.ts';

afterEach(() => vi.useRealTimers());

test('a list is near its end at 80 % of its scroll height', () => {
  const at = (scrollTop: number) => isNearEnd({ scrollTop, clientHeight: 500, scrollHeight: 2000 });
  expect([at(0), at(1099), at(1100), at(1500)]).toEqual([false, false, true, true]);
  expect(isNearEnd({ scrollTop: 0, clientHeight: 500, scrollHeight: 300 })).toBe(true);
});

test('scrolling is evaluated at most once in 150 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const near = vi.fn();
  const List = (): ReactNode => <div ref={useNear(near, true)} />;
  const { end } = await draw(<List />);
  act(() => void vi.advanceTimersByTime(150));
  near.mockClear();
  for (let i = 0; i < 10; i++) document.dispatchEvent(new Event('scroll'));
  act(() => void vi.advanceTimersByTime(149));
  expect(near).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(near).toHaveBeenCalledTimes(1);
  end();
});
