// @vitest-environment happy-dom
import { act, Suspense, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { lazy } from './lazy.tsx';
import { LostNotice, LostScreen } from './lost-notice.tsx';
import { draw } from './testing.tsx';

const gone = (): Promise<{ default: () => ReactNode }> => Promise.reject(new TypeError('Failed to fetch'));
const Missing = lazy(gone);
const MissingScreen = lazy(gone, LostScreen);
const Present = lazy(() => Promise.resolve({ default: ({ words }: { words: string }) => <p>{words}</p> }));

test('a part that cannot be fetched leaves what lies around it alone, and is spoken of once', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { root: page, end } = await draw(
    <>
      <input aria-label="typed" defaultValue="still here" />
      <Suspense fallback={null}>
        <Present words="fetched" />
        <Missing />
        <Missing />
      </Suspense>
      <LostNotice />
    </>,
  );
  await act(async () => new Promise((done) => void setTimeout(done, 20)));
  expect(page.querySelector('input')!.value).toBe('still here');
  expect(page.textContent).toContain('fetched');
  expect(page.querySelectorAll('[role=alert]')).toHaveLength(1);
  expect(page.querySelector('[role=alert]')!.textContent).toContain('Часть страницы не загрузилась.');
  end();
});

test('a screen that cannot be fetched says so in its own place', async () => {
  const { root: page, end } = await draw(
    <Suspense fallback={null}>
      <MissingScreen />
    </Suspense>,
  );
  await act(async () => new Promise((done) => void setTimeout(done, 20)));
  expect(page.textContent).toContain('Страница не загрузилась');
  expect(page.querySelectorAll('button')).toHaveLength(1);
  end();
});
