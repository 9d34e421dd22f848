// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import shell from '../../../../../locales/ru/organizations/shell.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { hadChoice, keepChoice } from '../../shared/organization-choice.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { OrganizationSwitch } from './shell.tsx';

beforeEach(() => {
  addTexts('ru', 'organizations__shell', shell);
  const own = { id: 'head', title: 'Head office', time_zone: 'Asia/Tashkent' } as never;
  signIn(['admin.organization'], { organization: own, acting_organization: own });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
});
const open = () =>
  openPage(
    <Suspense>
      <OrganizationSwitch />
      <p>menu</p>
    </Suspense>,
  );
const twoOrganizations = { data: [{ id: 'head' }, { id: 'branch' }], total_count: 2 };

test('the choice of the organisation that was there the last time stands above the menu before the answer', async () => {
  serve({ 'session.organizations': twoOrganizations });
  await open();
  await until(() => expect(shownText()).toContain('Head office'));
  queryClient.removeQueries({ queryKey: ['session', 'session.organizations'] });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const { root } = await open();
  await until(() => expect(root.textContent).toContain('menu'));
  expect(root.textContent).toContain('Head office');
});

test('it is not drawn for the person of another organisation, and leaves when no other organisation is left', async () => {
  keepChoice('other', true);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const waiting = await open();
  await until(() => expect(waiting.root.textContent).toContain('menu'));
  expect(waiting.root.textContent).not.toContain('Head office');

  queryClient.removeQueries({ queryKey: ['session', 'session.organizations'] });
  keepChoice('head', true);
  serve({ 'session.organizations': { data: [{ id: 'head' }], total_count: 1 } });
  const { root } = await open();
  await until(() => expect(hadChoice('head')).toBe(false));
  expect(root.textContent).not.toContain('Head office');
});
