// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import more from '../../../../../locales/ru/phishing/templates.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { button, errorResponse, openPage, press, serve, shownText, until } from '../../shared/ui/testing-page.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { EmailChooser } from './email-chooser.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import TemplatesScreen from './templates-screen.tsx';

beforeEach(() => {
  for (const [name, texts] of Object.entries({ phishing: words, phishing__templates: more, tips, commons }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const open = (page: React.ReactNode) => openPage(<Suspense>{page}</Suspense>);

const template = {
  id: 't1',
  name: 'Срок пароля',
  description: '',
  logo: null,
  difficulty: 'easy',
  attack_vector: 'form',
  archived: false,
  starter: true,
  languages: ['ru', 'en'],
  emails: [{ id: 'e', sent: 8, fell: 2 }],
};

test('a card shows complete languages and the share of people who fell for it; chosen ones are archived together', async () => {
  const sent = serve({
    'phishing.templates': { data: [{ id: 'c', category: 'Доступ', templates: [template] }] },
    'phishing.categories': { data: [] },
    'phishing.templates-bulk': { done: 1, archived: 1, deleted: 0 },
  });
  await open(<TemplatesScreen />);
  await until(() => expect(shownText()).toContain('RU EN'));
  expect(shownText()).toContain('25');
  document.querySelector<HTMLInputElement>('main input[type=checkbox], input[type=checkbox]')!.click();
  await until(() => expect(button(more.bulk.archive)).toBeDefined());
  await press(more.bulk.archive);
  await until(() => expect(sent('phishing.templates-bulk')[0]!.body).toEqual({ ids: ['t1'], action: 'archive' }));
});

test('the chooser shows the share of people who fell for each email', async () => {
  const email = { id: 'e', name: 'Письмо', subject: 'Тема', attachments: [], sent: 8, fell: 2 };
  serve({
    'phishing.templates': { data: [{ id: 'c', category: 'Доступ', templates: [{ ...template, emails: [email] }] }] },
  });
  await open(<EmailChooser chosen={[]} onChoose={() => undefined} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain('Ошиблись: 25'));
});

test('a category in use is kept, and its templates are named', async () => {
  serve({
    'phishing.categories': { data: [{ id: 'c', slug: 'c', title: 'Доступ', order_id: 0, templates_count: 1 }] },
    'phishing.category-delete': errorResponse(409, 'template_category.in_use', { count: 1, templates: ['Срок'] }),
  });
  await open(<CategoriesDialog onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain(more.categories.title));
  const remove = more.categories.remove.replace('{{title}}', 'Доступ');
  await until(() => expect(document.querySelector(`[aria-label="${remove}"]`)).not.toBeNull());
  document.querySelector<HTMLButtonElement>(`[aria-label="${remove}"]`)!.click();
  await until(() => expect(shownText()).toContain('«Срок»'));
});

test('languages that are missing can be added, and only translations can be removed', async () => {
  const added: string[] = [];
  const versions = [
    { id: 'a', language: 'ru' },
    { id: 'b', language: 'en' },
  ] as const;
  const tabs = (current: string) => (
    <LanguageTabs
      versions={versions}
      current={current}
      onPick={() => undefined}
      onAdd={(language) => added.push(language)}
      onRemove={() => undefined}
    />
  );
  await open(<>{tabs('a')}</>);
  await until(() => expect(document.querySelectorAll('[aria-pressed]')).toHaveLength(2));
  expect(shownText()).not.toContain(more.languages.remove);
  document.querySelector<HTMLButtonElement>(`[aria-label^="${more.languages.add_one.split('{{')[0]}"]`)!.click();
  expect(added).toEqual(['uz']);
});
