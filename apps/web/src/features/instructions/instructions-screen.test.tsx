// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { permissionsOf, type Role } from '@sergak/contract/access/roles.ts';
import instructions from '../../../../../locales/ru/instructions.json' with { type: 'json' };
import translation from '../../../../../locales/ru/translation.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { button, openPage, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import InstructionsScreen from './instructions-screen.tsx';

const gateway = {
  header: 'X-Awareness-Simulation',
  mail_host: 'mail.zavod.example',
  phishing_host: 'links.example',
  portal_url: 'https://portal.example',
  report_address: null,
};
const open = (role: Role, at = '/') => {
  signIn([...permissionsOf(role)], { role });
  return openPage(
    <Suspense>
      <InstructionsScreen />
    </Suspense>,
    at,
  );
};

beforeEach(() => {
  addTexts('ru', 'instructions', instructions);
  addTexts('ru', 'translation', translation);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('begins with the guide of the own role and lists only chapters for it', async () => {
  serve({});
  await open('content_manager');
  await until(() => expect(document.querySelector('article h2')?.textContent).toBe('Контент-менеджер: с чего начать'));
  expect(shownText()).toContain('Курсы и обучение');
  expect(shownText()).not.toContain('Первая рассылка');
});

test('a chapter shows the values of the organisation, and a hint where none is set', async () => {
  serve({ 'settings.gateway': gateway, 'phishing.domains': { data: ['zavod.example', 'zav0d.example'] } });
  await open('operator', '/?chapter=mail-gateway');
  await until(() => {
    expect(shownText()).toContain('mail.zavod.example');
    expect(shownText()).toContain('zavod.example, zav0d.example');
    expect(document.querySelector('pre')?.textContent).toContain(
      "-HeaderMatchesMessageHeader 'X-Awareness-Simulation'",
    );
  });
});

test('the text for employees is copied with the report address', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: (text: string) => Promise.resolve(void written.push(text)) },
  });
  serve({ 'settings.gateway': { ...gateway, report_address: 'phishing@zavod.example' } });
  await open('operator', '/?chapter=for-employees');
  await until(() => expect(shownText()).toContain('phishing@zavod.example'));
  document.querySelector<HTMLButtonElement>("[aria-label='Скопировать текст']")!.click();
  await until(() => expect(written[0]).toContain('Перешлите его на phishing@zavod.example'));
});

test('a chapter for another role is not shown', async () => {
  serve({});
  await open('content_manager', '/?chapter=first-campaign');
  await until(() => expect(shownText()).toContain('Такой главы нет'));
});

test('the search is in the address and lists sections', async () => {
  serve({});
  const page = await open('operator');
  await until(() => expect(document.querySelector('article')).not.toBeNull());
  await type('Найти в инструкции', 'второй фактор');
  await until(() => {
    expect(page.address()).toContain('search=');
    expect(shownText()).toContain('Роли и правило двух человек → Вход');
  });
  expect(() => button('Распечатать главу')).toThrow('There is no button');
});
