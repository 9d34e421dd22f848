// @vitest-environment happy-dom
import { act, type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import { closeToast, currentToasts } from '../toasts.ts';
import { draw, eventually } from '../ui/testing.tsx';
import { changeLanguage, currentLanguage, hasNamespace, loadNamespace, initLanguage } from './i18n.ts';
import { useT } from './use-t.ts';

/** The server's response for each file of texts; a file that is missing here fails as without a network. */
const files = new Map<string, object>();
const asked: string[] = [];
beforeEach(() => {
  document.cookie = 'sergak.lang=ru';
  vi.stubGlobal('__APP_VERSION__', '1');
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', (url: string) => {
    const file = url.replace('/lk/locales/', '').replace('.json?v=1', '');
    asked.push(file);
    const texts = files.get(file);
    return texts ? Promise.resolve(Response.json(texts)) : Promise.reject(new TypeError('network'));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  asked.length = 0;
});

const always = ['translation', 'tips', 'global_errors'];
const offer = (language: string, names: readonly string[]) =>
  names.forEach((name) => files.set(`${language}/${name}`, {}));

const Places = (): ReactNode => {
  const t = useT('organizations__licence');
  return <p>{t('short', { used: 3, limit: 5 })}</p>;
};

test('texts that could not be fetched are requested again and shown then; their keys are never shown', async () => {
  files.clear();
  await loadNamespace('organizations__licence');
  expect(asked).toEqual(['ru/organizations/licence']);
  const { root, end } = await draw(
    <Suspense fallback={<p>waiting</p>}>
      <Places />
    </Suspense>,
  );
  const said = () =>
    [...root.querySelectorAll('p')].filter((one) => one.style.display !== 'none').map((one) => one.textContent);
  expect(said()).toEqual(['waiting']);
  files.set('ru/organizations/licence', { short: 'Лицензия: {{used}} из {{limit}}' });
  await eventually(() => expect(hasNamespace('organizations__licence')).toBe(true));
  expect(said()).toEqual(['Лицензия: 3 из 5']);
  end();
});

test('no language is set before the texts that are always needed are loaded', async () => {
  files.clear();
  offer('ru', ['tips', 'global_errors']);
  files.set('ru/commons', commons);
  let spoken = false;
  const started = initLanguage('ru').then(() => (spoken = true));
  await vi.waitFor(() => expect(asked.filter((one) => one === 'ru/translation').length).toBeGreaterThan(1), {
    timeout: 20_000,
  });
  expect(spoken).toBe(false);
  offer('ru', ['translation']);
  await started;
  expect(document.documentElement.lang).toBe('ru');
});

test('a language whose texts cannot be loaded is not set: the old one stays with a message, and the next attempt loads it', async () => {
  files.clear();
  await initLanguage('ru'); // its texts are loaded since the previous test
  offer('uz', ['translation']);
  expect([await changeLanguage('uz'), currentLanguage()]).toEqual([false, 'ru']);
  const toast = currentToasts().at(-1)!;
  expect(toast.text).toBe(commons.language_lost);
  closeToast(toast.id);
  offer('uz', [...always, 'commons']);
  expect([await changeLanguage('uz'), currentLanguage()]).toEqual([true, 'uz']);
});

test('a page changes its language in place, including plural forms, and loads only that language', async () => {
  files.clear();
  offer('ru', always);
  offer('uz', always);
  files.set('ru/commons', commons);
  files.set('uz/commons', {});
  files.set('ru/staff/found', { 'people#one': '{{count}} сотрудник', 'people#few': '{{count}} сотрудника' });
  files.set('uz/staff/found', { 'people#other': '{{count}} nafar xodim' });
  await initLanguage('ru', ['staff__found']);
  const seen: string[] = [];
  const Found = (): ReactNode => {
    const t = useT('staff__found' as 'commons');
    const found = t('people' as 'save', { count: 2 });
    seen.push(found);
    return <p>{found}</p>;
  };
  const { root, end } = await draw(
    <Suspense fallback={<p>waiting</p>}>
      <Found />
    </Suspense>,
  );
  const shown = () => root.querySelector('p')!.textContent;
  expect(shown()).toBe('2 сотрудника');
  asked.length = 0;
  await act(() => changeLanguage('uz'));
  expect([shown(), document.documentElement.lang]).toEqual(['2 nafar xodim', 'uz']);
  expect(new Set(seen)).toEqual(new Set(['2 сотрудника', '2 nafar xodim']));
  expect(asked.filter((one) => !one.startsWith('uz/'))).toEqual([]);
  end();
});
