// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import learning from '../../../../../locales/ru/learning.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import SelectCoursesScreen from './select-courses-screen.tsx';

addTexts('ru', 'learning', learning);
addTexts('ru', 'commons', commons);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const OWN = '0b8f8a8e-0000-4000-8000-000000000001';
const COPY = '0b8f8a8e-0000-4000-8000-000000000002';
const own = { id: OWN, kind: 'native', title: 'Наш курс', image_path: null, minutes: 5, learners_count: 0 };
const entry = { slug: 'calls', title: 'Звонки', image_path: '/lk/x.svg', minutes: 12, copies: [] };
const had = { ...entry, slug: 'data', title: 'Данные', copies: [{ language: 'ru' }] };

test('courses of the library stand below those of the organisation and are copied before they are assigned', async () => {
  const sent = serve({
    'library.choice-of-courses': {
      data: [
        { ...own, published_version: 1 },
        { ...own, id: 'd', title: 'Черновик', published_version: 0 },
      ],
      total_count: 2,
    },
    'library.starter-courses': { data: [entry, had] },
    'library.starter-adopt': { data: [{ ...own, id: COPY, title: 'Звонки', starter_slug: 'calls' }] },
  });
  signIn(['admin.learning.assigned', 'admin.learning.courses'], {
    acting_organization: { id: 'o', time_zone: 'Asia/Tashkent', language: 'ru' },
  } as never);
  const { address } = await openPage(<SelectCoursesScreen />, '/lk/select', '/lk/select');
  await until(() => expect(shownText()).toContain('Звонки'));
  expect(shownText()).toContain(learning.select.of_library);
  expect(shownText()).not.toContain('Черновик');
  expect(shownText()).not.toContain('Данные'); // the organisation has it, so it would be among its own
  for (const box of document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')) box.click();
  await press('Дальше: 2 курса');
  await until(() =>
    expect(sent('library.starter-adopt')[0]?.body).toEqual({ courses: [{ slug: 'calls', language: 'ru' }] }),
  );
  await until(() => expect(decodeURIComponent(address())).toContain(`${OWN},${COPY}`));
});
