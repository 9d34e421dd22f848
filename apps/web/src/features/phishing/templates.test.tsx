// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import more from '../../../../../locales/ru/phishing/templates.json' with { type: 'json' };
import packs from '../../../../../locales/ru/packs.json' with { type: 'json' };
import starter from '../../../../../locales/ru/library/starter.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { languageNames } from '../../shared/i18n/i18n.ts';
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  button,
  errorResponse,
  field,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  until,
} from '../../shared/ui/testing-page.tsx';
import { CategoriesDialog } from './categories-dialog.tsx';
import { anyEmail, filteredGroups, filteredStarters } from './chooser-filters.tsx';
import { EmailChooser } from './email-chooser.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import TemplatesScreen from './templates-screen.tsx';

beforeEach(() => {
  const all = { phishing: words, phishing__templates: more, library__starter: starter, packs, tips, commons };
  for (const [name, texts] of Object.entries(all)) addTexts('ru', name, texts);
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
    'phishing.starter-templates': { data: [], programmes: [] },
  });
  await open(<EmailChooser chosen={[]} onChoose={() => undefined} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain('Ошиблись: 25'));
});

const entry = {
  slug: 'guest-wifi',
  name: 'Гостевой вайфай',
  description: 'Письмо о доступе',
  category: 'access',
  category_title: 'Пароли и доступ',
  difficulty: 'easy',
  attack_vector: 'form',
  lure: 'qr',
  audiences: ['everyone'],
  months: [3],
  occasion: '',
  sensitive: false,
  languages: ['ru', 'en', 'uz'],
  subject: 'Вайфай для гостей',
  sender_name: 'ИТ',
  attachments: [],
  logo: '/logo',
  is_new: true,
  copy: null,
};
const others = { ...entry, slug: 'other', name: 'Другое', lure: 'call', is_new: false, months: [] };
const owned = { id: 't1', language: 'ru', archived: false, changed: true, outdated: true, email_id: 'e' };
const programmes = [
  {
    slug: 'newcomers',
    title: 'Новички',
    description: 'Первые недели',
    audience: 'newcomers',
    steps: [
      { template: 'other', after_days: 0 },
      { template: 'guest-wifi', after_days: 14 },
    ],
  },
];

test('the chooser takes an email of the library before it goes on with its id', async () => {
  const sent = serve({
    'phishing.templates': { data: [] },
    'phishing.starter-templates': { data: [entry, { ...others, copy: owned }], programmes: [] },
    'phishing.starter-adopt': { data: [{ slug: 'guest-wifi', template_id: 't9', email_id: 'e9' }] },
  });
  const chosen: unknown[] = [];
  await open(<EmailChooser chosen={[]} onChoose={(...all) => chosen.push(all)} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain('Вайфай для гостей'));
  expect(shownText()).not.toContain('Другое'); // what the organisation has is among its own
  document.querySelector<HTMLInputElement>('fieldset input[type=checkbox]')!.click();
  await press(commons.choose);
  await until(() => expect(chosen).toEqual([[['e9'], [{ id: 'e9', name: 'Гостевой вайфай' }]]]));
  expect(sent('phishing.starter-adopt')[0]!.body).toEqual({ slugs: ['guest-wifi'] });
});

test('a click on an email of the chooser shows it and chooses nothing; filters narrow the list', async () => {
  const email = { id: 'e', name: 'Письмо', subject: 'Тема', attachments: [], languages: ['ru'], sent: 8, fell: 2 };
  const sent = serve({
    'phishing.templates': { data: [{ id: 'c', category: 'Доступ', templates: [{ ...template, emails: [email] }] }] },
    'phishing.starter-templates': { data: [{ ...entry, difficulty: 'hard' }], programmes: [] },
    'phishing.preview': { url: 'about:blank', subject: 'Тема', sender_name: 'ИТ', sender_address: 'it@x.test' },
  });
  await open(<EmailChooser chosen={[]} onChoose={() => undefined} onClose={() => undefined} />);
  const look = (name: string): HTMLElement | null =>
    document.querySelector(`[aria-label="${words.chooser.look.replace('{{name}}', name)}"]`);
  await until(() => expect(look('Срок пароля')).not.toBeNull());
  await act(async () => look('Срок пароля')!.click());
  await until(() => expect(sent('phishing.preview')[0]?.body).toMatchObject({ email_id: 'e' }));
  expect(document.querySelector('[role=dialog] input[type=checkbox]:checked')).toBeNull();
  const own = { id: 'c', category: 'Доступ', templates: [{ ...template, emails: [email] }] } as never;
  expect(filteredGroups([own], { ...anyEmail, difficulty: 'hard' })).toEqual([]);
  expect(filteredGroups([own], { ...anyEmail, language: 'uz' })).toEqual([]);
  expect(filteredGroups([own], { category: 'Доступ', difficulty: 'easy', language: 'ru' })).toHaveLength(1);
  const starters = [{ ...entry, difficulty: 'hard' }] as never[];
  expect(filteredStarters(starters, { category: 'Пароли и доступ', difficulty: 'hard', language: 'uz' })).toHaveLength(
    1,
  );
  expect(filteredStarters(starters, { ...anyEmail, category: 'Доступ' })).toEqual([]);
});

test('an organisation without templates sees the library; a programme shows its templates in order', async () => {
  signIn(['admin.phishing', 'admin.phishing.templates', 'admin.phishing.campaigns']);
  serve({
    'phishing.templates': { data: [] },
    'phishing.categories': { data: [] },
    'phishing.starter-templates': { data: [entry, { ...others, copy: owned }], programmes },
  });
  await openPage(
    <Suspense>
      <TemplatesScreen />
    </Suspense>,
    '/?programme=newcomers',
  );
  await until(() => expect(shownText()).toContain('Первые недели'));
  const steps = [...document.querySelectorAll('ol li h3')].map((one) => one.textContent);
  expect(steps).toEqual(['Другое', 'Гостевой вайфай']);
  expect(shownText()).toContain('Через 14 дней после предыдущего');
  expect(shownText()).toContain(starter.state.new);
  expect(shownText()).toContain(starter.state.update);
});

test('the templates come in pages; a filter by language leaves those that have it, from the first page', async () => {
  signIn(['admin.phishing', 'admin.phishing.templates']);
  const many = Array.from({ length: 45 }, (_, n) => ({
    ...entry,
    slug: `s${n}`,
    name: `Письмо ${n}`,
    languages: n < 30 ? ['ru', 'uz'] : ['ru'],
  }));
  serve({
    'phishing.templates': { data: [] },
    'phishing.categories': { data: [] },
    'phishing.starter-templates': { data: many, programmes: [] },
  });
  const page = await openPage(
    <Suspense>
      <TemplatesScreen />
    </Suspense>,
    '/?from=library',
  );
  const cards = () => document.querySelectorAll('article').length;
  await until(() => expect(cards()).toBe(20));
  await press(commons.pages.page.replace('{{n}}', '3'));
  await until(() => expect(cards()).toBe(5));
  expect(page.address()).toContain('page=2');
  await press(commons.filters.title);
  await until(() => void field(starter.filter.email_language));
  await act(async () => field(starter.filter.email_language).click());
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === languageNames.uz);
  await until(() => expect(option()).toBeDefined());
  await act(async () => option()!.click());
  await until(() => expect(shownText()).toMatch(/1–20\sиз\s30/));
  expect(page.address()).not.toContain('page=');
  expect(shownText()).toContain(`${starter.filter.email_language}: ${languageNames.uz}`);
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
