// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import picker from '../../../../../locales/ru/departments/picker.json' with { type: 'json' };
import phishing from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import CreateScreen from './create-screen.tsx';
import { emptyDraft } from './draft.ts';
import EditDialog from './edit-dialog.tsx';

const { needed, step, create, edit } = campaigns;
const look = {
  ready: true,
  checks: [],
  recipients: 3,
  unverified: { count: 0, examples: [] },
  excluded_by_tag: 0,
  end_at: '2026-12-20T09:00:00Z',
  send_until: null,
  sending_minutes: null,
};

beforeEach(() => {
  for (const [name, texts] of Object.entries({ campaigns, commons, departments__picker: picker, phishing }))
    addTexts('ru', name, texts);
  signIn(['admin.phishing.campaigns']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const heading = (): string => document.querySelector('h2')?.textContent ?? '';

test('«Дальше» of an incomplete step says at each field what is missing', async () => {
  serve({ 'campaigns.preflight': look });
  await openPage(<CreateScreen />);
  await until(() => expect(heading()).toBe(step.whom));
  expect(shownText()).not.toContain(needed.people);
  await press(commons.next);
  await until(() => expect(shownText()).toContain(needed.people));
  await until(() => expect(document.activeElement).toBe(field(campaigns.whom.name)));
  expect(field(campaigns.whom.name).getAttribute('aria-invalid')).toBe('true');
  expect(heading()).toBe(step.whom);
  await act(async () => document.querySelector<HTMLInputElement>('input[type=radio][value=all]')!.click());
  await type(campaigns.whom.name, 'Осень');
  await press(commons.next);
  await until(() => expect(heading()).toBe(step.emails));
  await press(commons.next);
  await until(() => expect(shownText()).toContain(needed.emails));
  await until(() => expect(document.activeElement?.textContent).toContain(campaigns.emails_step.choose));
});

test('the launch leads to what is missing, also if steps were left out: nothing is launched without it', async () => {
  const draft = { ...emptyDraft(), name: 'Осень', targetType: 'all' as const, templates: ['m'], hasPost: true };
  const stored = {
    id: 'd',
    version: 1,
    step: 'check',
    form: JSON.stringify(draft),
    updated_at: '2026-11-30T09:00:00Z',
  };
  const sent = serve({ 'campaigns.preflight': look, 'campaigns.draft': stored });
  await openPage(<CreateScreen />, '/?draft=d&step=check');
  await until(() => expect(heading()).toBe(step.check));
  const label = create['send#few'].replace('{{number}}', '3');
  await until(() => expect(shownText()).toContain(label));
  await press(label);
  await until(() => expect(heading()).toBe(step.after));
  await until(() => expect(shownText()).toContain(needed.name));
  await until(() => expect(document.activeElement?.closest('#campaign-post')).not.toBeNull());
  expect(sent('campaigns.create')).toEqual([]);
});

test('a launch that the checks prevent leads to the checks', async () => {
  const checks = [{ code: 'mail_server', level: 'stop', reason: 'unverified', details: { host: 'mail.test' } }];
  const draft = { ...emptyDraft(), name: 'Осень', targetType: 'all' as const, templates: ['m'] };
  const stored = {
    id: 'd',
    version: 1,
    step: 'check',
    form: JSON.stringify(draft),
    updated_at: '2026-11-30T09:00:00Z',
  };
  const sent = serve({ 'campaigns.preflight': { ...look, ready: false, checks }, 'campaigns.draft': stored });
  await openPage(<CreateScreen />, '/?draft=d&step=check');
  await until(() => expect(document.querySelector('[data-level=stop]')).not.toBeNull());
  const label = create['send#few'].replace('{{number}}', '3');
  await until(() => expect(shownText()).toContain(label));
  await press(label);
  await until(() => expect(document.activeElement?.querySelector('[data-level=stop]')).not.toBeNull());
  expect(sent('campaigns.create')).toEqual([]);
});

test('a planned campaign whose form is incomplete says at the field what is missing', async () => {
  const settings = { ...emptyDraft(), name: 'Осень', templates: ['m'] };
  const campaign = { id: 'c1', status: 'planned', version: 1, name: 'Осень', approval: null, course: null, settings };
  const sent = serve({ 'campaigns.preflight': look });
  await openPage(<EditDialog campaign={campaign as never} onClose={() => undefined} />);
  await until(() => expect(field(campaigns.whom.name).value).toBe('Осень'));
  await act(async () => [...document.querySelectorAll<HTMLInputElement>('input[role=switch]')][1]!.click());
  await type(campaigns.whom.name, '');
  await press(edit.start);
  await until(() => expect(document.activeElement).toBe(field(campaigns.whom.name)));
  expect(shownText()).toContain(needed.name);
  expect(field(campaigns.after.theme).getAttribute('aria-invalid')).toBe('true');
  expect(sent('campaigns.update')).toEqual([]);
});
