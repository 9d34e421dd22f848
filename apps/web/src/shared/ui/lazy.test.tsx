// @vitest-environment happy-dom
import { act, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazy, lazyWindow, preloadable, withFallback } from './lazy.tsx';
import { LoadFailedNotice, LoadFailedScreen } from './load-failed.tsx';
import { draw } from './testing.tsx';

const gone = (): Promise<{ default: () => ReactNode }> => Promise.reject(new TypeError('Failed to fetch'));
const Missing = lazy(gone);
const MissingScreen = lazy(gone, LoadFailedScreen);
const Present = lazy(() => Promise.resolve({ default: ({ words }: { words: string }) => <p>{words}</p> }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const words = (page: HTMLElement) => page.querySelector('p')?.textContent;

/** The results of loading one file, in order; the last one repeats. */
const answering = (...answers: ('lost' | 'sent')[]) =>
  vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === 'lost') throw new TypeError('Failed to fetch dynamically imported module: /lk/assets/part.js');
    return { default: () => <p>the part</p> };
  });

test('a single failed request is repeated without a notice', async () => {
  const load = answering('lost', 'sent');
  const Part = lazy(load);
  const { root: page, end } = await draw(
    <>
      <Suspense fallback={<p>waiting</p>}>
        <Part />
      </Suspense>
      <LoadFailedNotice />
    </>,
  );
  await pass(299);
  expect(words(page)).toBe('waiting');
  await pass(1);
  expect(words(page)).toBe('the part');
  expect(page.querySelector('[role=alert]')).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
  end();
});

test('a failed prefetch is not cached: the part is requested again when it is shown', async () => {
  const load = answering('lost', 'lost', 'lost', 'sent');
  const ahead = withFallback(load, LoadFailedScreen)();
  await pass(2_000);
  const { default: Screen } = await ahead;
  const { root: page, end } = await draw(<Screen />);
  await pass(0);
  expect(words(page)).toBe('the part');
  end();
});

test('a style sheet that failed to load is fetched before the part is shown', async () => {
  const asked: string[] = [];
  const load = vi.fn(async () => {
    if (load.mock.calls.length === 1) throw new Error('Unable to preload CSS for /lk/assets/part.css');
    return { default: () => <p>the part</p> };
  });
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    asked.push((link as HTMLLinkElement).getAttribute('href')!);
    (link as HTMLLinkElement).dispatchEvent(new Event('load'));
  });
  const Part = lazy(load);
  const { root: page, end } = await draw(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
  );
  await pass(300);
  expect([words(page), asked]).toEqual(['the part', ['/lk/assets/part.css']]);
  end();
});

test('a part that cannot be fetched leaves the rest of the page unchanged and is reported once', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { root: page, end } = await draw(
    <>
      <input aria-label="typed" defaultValue="still here" />
      <Suspense fallback={null}>
        <Present words="fetched" />
        <Missing />
        <Missing />
      </Suspense>
      <LoadFailedNotice />
    </>,
  );
  await pass(2_000);
  expect(page.querySelector('input')!.value).toBe('still here');
  expect(page.textContent).toContain('fetched');
  expect(page.querySelectorAll('[role=alert]')).toHaveLength(1);
  expect(page.querySelector('[role=alert]')!.textContent).toContain('Часть страницы не загрузилась.');
  end();
});

test('a screen that cannot be fetched is replaced by a message', async () => {
  const { root: page, end } = await draw(
    <Suspense fallback={null}>
      <MissingScreen />
    </Suspense>,
  );
  await pass(2_000);
  expect(page.textContent).toContain('Страница не загрузилась');
  expect(page.querySelectorAll('button')).toHaveLength(1);
  end();
});

test('a preloaded part is drawn at once, without its fallback', async () => {
  const load = answering('sent');
  const Part = preloadable(load);
  await act(async () => Part.preload());
  expect(Part.preload()).toBeUndefined();
  const seen: (string | undefined)[] = [];
  const Fallback = (): ReactNode => {
    seen.push('waiting');
    return <p>waiting</p>;
  };
  const { root: page, end } = await draw(
    <Suspense fallback={<Fallback />}>
      <Part />
    </Suspense>,
  );
  expect(words(page)).toBe('the part');
  expect(seen).toEqual([]);
  expect(load).toHaveBeenCalledOnce();
  end();
});

test('a part that was not preloaded waits like any other, and is fetched once', async () => {
  const load = answering('sent');
  const Part = preloadable(load);
  const { root: page, end } = await draw(
    <Suspense fallback={<p>waiting</p>}>
      <Part />
    </Suspense>,
  );
  expect(words(page)).toBe('waiting');
  await pass(0);
  await pass(300); // React shows a fallback for at least this long
  expect(words(page)).toBe('the part');
  expect(load).toHaveBeenCalledOnce();
  end();
});

test('a window is drawn as soon as its code is there, not 300 ms later, and leaves what is around it as it is', async () => {
  const load = answering('sent');
  const Window = lazyWindow(load);
  const { root: page, end } = await draw(
    <Suspense fallback={<p>waiting</p>}>
      <Window />
    </Suspense>,
  );
  expect(words(page)).not.toBe('waiting');
  await pass(0);
  expect(words(page)).toBe('the part');
  expect(load).toHaveBeenCalledOnce();
  end();
});
