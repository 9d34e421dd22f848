// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Check } from '@sergak/contract/campaigns/campaigns.schema.ts';
import campaigns from '../../../locales/ru/campaigns.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually, onPage } from '../../shared/ui/testing.tsx';
import CreateScreen from './create-screen.tsx';
import { type Draft, emptyDraft } from './draft.ts';
import '../../shared/wire.ts';

const stop: Check = { code: 'emails', level: 'stop', reason: 'none', details: {} } as never;
let checks: readonly Check[] = [];
let preflights: Draft[] = [];
let launches: { key: string | null; form: Draft }[] = [];
let launchAnswer = (): Response => Response.json({ id: 'c1', event_id: 'e1' });

const preflight = () => ({
  people: 3,
  recipients: 3,
  emails: 1,
  excluded_by_tag: 0,
  unconfirmed: { count: 0, domains: [], examples: [] },
  without_names: { count: 0, examples: [] },
  start_at: '2026-12-01T04:00:00Z',
  send_until: null,
  end_at: '2026-12-08T04:00:00Z',
  checks,
  ready: checks.every((one) => one.level !== 'stop'),
});

beforeEach(() => {
  addTexts('ru', 'campaigns', campaigns);
  [checks, preflights, launches] = [[], [], []];
  launchAnswer = () => Response.json({ id: 'c1', event_id: 'e1' });
  localStorage.clear();
  sessionStorage.clear();
  const me = { id: 'me', role: 'super_user', permissions: [], acting_organization: { id: 'o' } };
  queryClient.setQueryData(['session', 'auth'], { status: 'authorised', me });
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const form = typeof body === 'string' ? (JSON.parse(body) as Draft) : emptyDraft();
    if (url.includes('preflight')) {
      preflights.push(form);
      return Promise.resolve(Response.json(preflight()));
    }
    if (method === 'POST' && url.includes('campaigns')) {
      launches.push({ key: new Headers(headers).get('idempotency-key'), form });
      return Promise.resolve(launchAnswer());
    }
    return Promise.resolve(Response.json({ data: [], total_count: 0 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** The draft that the browser keeps for this person. */
const keep = (draft: Partial<Draft>): void =>
  localStorage.setItem(
    'sergak.draft.campaign.me',
    JSON.stringify({ values: { ...emptyDraft(), ...draft }, at: '2026-11-20T10:00:00Z' }),
  );
const whole: Partial<Draft> = { name: 'Осень', targetType: 'all', templates: ['m1'] };

const opened = async () => {
  const drawn = await draw(onPage(<CreateScreen />));
  const button = (label: RegExp) =>
    [...drawn.root.querySelectorAll('button')].find((one) => label.test(one.textContent ?? ''));
  const shows = async (label: RegExp): Promise<HTMLButtonElement> => {
    await eventually(() => expect(button(label)).toBeDefined());
    return button(label)!;
  };
  const press = async (label: RegExp): Promise<void> => {
    const found = await shows(label);
    await act(async () => found.click());
  };
  return {
    ...drawn,
    button,
    shows,
    press,
    heading: () => drawn.root.querySelector('[aria-current=step]')!.textContent,
  };
};

test('«Далее» waits for what the step needs and names it; a reason leads to its field', async () => {
  keep({ targetType: 'all' });
  const { press, shows, button, heading, root, end } = await opened();
  expect((await shows(/^Далее$/)).disabled).toBe(true);
  await press(new RegExp(`^${campaigns.needed.name}$`));
  await eventually(() => expect(document.activeElement?.id).toBe('campaign-name'));
  const name = root.querySelector<HTMLInputElement>('#campaign-name')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(name, 'Осень');
    name.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(button(/^Далее$/)!.disabled).toBe(false);
  await press(/^Далее$/);
  expect(heading()).toContain(campaigns.step.emails);
  await shows(new RegExp(`^${campaigns.needed.emails}$`));
  expect(button(/^Далее$/)!.disabled).toBe(true);
  end();
});

test('a kept draft must be looked at before it can be launched', async () => {
  keep(whole);
  const { press, shows, button, heading, end } = await opened();
  await press(new RegExp(campaigns.step.check));
  expect(heading()).toContain(campaigns.step.check);
  expect((await shows(/^Отправить|^Запланировать/)).disabled).toBe(true);
  await press(/^Продолжить/);
  await eventually(() => expect(button(/^Отправить|^Запланировать/)!.disabled).toBe(false));
  end();
});

test('a check that stops keeps the launch from being pressed; the form that is launched is the one that was checked', async () => {
  keep(whole);
  checks = [stop];
  const first = await opened();
  await first.press(/^Продолжить/);
  await first.press(new RegExp(campaigns.step.check));
  await first.shows(/^Отправить/);
  await eventually(() => expect(preflights).not.toEqual([]));
  expect(first.button(/^Отправить/)!.disabled).toBe(true);
  first.end();
  queryClient.removeQueries({ queryKey: ['campaigns'] });
  checks = [];
  const second = await opened();
  await second.press(/^Продолжить/);
  await second.press(new RegExp(campaigns.step.check));
  await eventually(() => expect(second.button(/^Отправить/)?.disabled).toBe(false));
  await second.press(/^Отправить/);
  await eventually(() => expect(launches).toHaveLength(1));
  expect(launches[0]!.form).toMatchObject({ name: 'Осень', targetType: 'all', templates: ['m1'] });
  expect(launches[0]!.form).toEqual(preflights.at(-1));
  expect(localStorage.getItem('sergak.draft.campaign.me')).toBeNull();
  second.end();
});

test('a launch whose answer was lost is tried again with the same key, and the draft stays until it succeeds', async () => {
  keep(whole);
  launchAnswer = () => Response.json({ status: 503, code: 'common.unavailable', message: '' }, { status: 503 });
  const { press, button, end } = await opened();
  await press(/^Продолжить/);
  await press(new RegExp(campaigns.step.check));
  await eventually(() => expect(button(/^Отправить/)?.disabled).toBe(false));
  await press(/^Отправить/);
  await eventually(() => expect(launches).toHaveLength(1));
  await eventually(() => expect(button(/^Отправить/)?.disabled).toBe(false));
  expect(localStorage.getItem('sergak.draft.campaign.me')).not.toBeNull();
  launchAnswer = () => Response.json({ id: 'c1', event_id: 'e1' });
  await press(/^Отправить/);
  await eventually(() => expect(launches).toHaveLength(2));
  expect(launches[0]!.key).toBeTruthy();
  expect(launches[1]!.key).toBe(launches[0]!.key);
  end();
});
