// @vitest-environment happy-dom
import type { Permission } from '@sergak/contract/access/permissions.ts';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '../../../../../locales/ru/change_log.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { chapters } from '../instructions/chapters-ru.ts';
import ChangeLogScreen from './change-log-screen.tsx';
import { newestRelease } from './newest-release.ts';
import { changeKinds, isUnseen, newestFirst, type Release } from './releases.ts';

const files = import.meta.glob<Release>('../../../../../content/change-log/*.json', { eager: true, import: 'default' });

beforeEach(() => addTexts('ru', 'change_log', words));
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const open = (seen_release: string | null, permissions: readonly Permission[] = ['admin']) => {
  signIn(permissions, { seen_release });
  return openPage(
    <Suspense>
      <ChangeLogScreen />
    </Suspense>,
  );
};

/** Words of the headings, where the mark stands beside the version. */
const headings = (): string => [...document.querySelectorAll('h2')].map((one) => one.textContent).join(' ');

test('an unseen release is marked, and the visit is stored while the mark stays', async () => {
  const sent = serve({ 'session.see-release': null });
  await open(null);
  await until(() => expect(sent('session.see-release')[0]?.body).toEqual({ version: newestRelease }));
  expect(shownText()).toContain(`Версия ${newestRelease}`);
  expect(headings()).toContain('новое');
});

test('a seen release has no mark and is not stored again', async () => {
  const sent = serve({});
  await open(newestRelease!);
  await until(() => expect(shownText()).toContain(`Версия ${newestRelease}`));
  expect(headings()).not.toContain('новое');
  expect(sent('session.see-release')).toEqual([]);
});

test('each link to the instructions names its chapter, and leads to one that the person may read', async () => {
  serve({});
  await open(newestRelease!, ['admin', 'admin.staff.tags', 'admin.staff.employees']);
  await until(() => expect(shownText()).toContain('Инструкция: Теги: чтобы портал делал сам'));
  const names = [...document.querySelectorAll('li a')].map((link) => link.textContent);
  expect(names).toContain('Инструкция: Загрузка сотрудников');
  expect(names).not.toContain('Инструкция: Первые шаги');
  expect(new Set(names).size).toBeGreaterThan(1);
});

test('versions are compared by their numbers', () => {
  expect(newestFirst(['0.9.0', '0.10.0', '1.0.0', '0.9.12'])).toEqual(['1.0.0', '0.10.0', '0.9.12', '0.9.0']);
  expect(isUnseen('0.10.0', '0.9.0')).toBe(true);
  expect(isUnseen('0.9.0', '0.10.0')).toBe(false);
  expect(isUnseen('0.1.0', null)).toBe(true);
});

test('every release is named like its file and complete in three languages', () => {
  const ids = chapters.map((chapter) => chapter.id);
  for (const [path, release] of Object.entries(files)) {
    expect(path).toContain(`/${release.version}.json`);
    for (const change of release.changes) {
      expect(changeKinds).toContain(change.kind);
      for (const language of ['ru', 'en', 'uz'] as const) expect(change[language].length).toBeGreaterThan(20);
      if (change.chapter !== undefined) expect(ids).toContain(change.chapter);
    }
  }
});
