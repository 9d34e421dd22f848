// @vitest-environment happy-dom
import { act, type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { useListState } from '../../shared/table/list-state.ts';
import { draw, eventually, onPage } from '../../shared/ui/testing.tsx';
import { peopleState } from './people-state.ts';
import { CampaignPeopleTable } from './people-table.tsx';
import '../../shared/wire.ts';

const EMAIL = '0b2ad0de-0000-4000-8000-000000000001';
const campaign = { id: 'c1', status: 'completed' } as Campaign;
const row = {
  id: 7,
  user_id: 'u1',
  full_name: 'Анна Ким',
  email: 'anna@zavod.example',
  late: false,
  deleted: false,
  status: 'clicked',
  state: 'sent',
  department: { id: 'd', title: 'Склад' },
  template: { id: EMAIL, name: 'Пароль' },
  os: 'Windows',
  sent_at: '2026-11-20T04:00:00Z',
  opened_at: null,
  clicked_at: null,
  attachment_opened_at: null,
  entered_at: null,
};
let asked: URLSearchParams[] = [];
let rows: object[] = [row];

beforeEach(() => {
  addTexts('ru', 'campaigns', campaigns);
  [asked, rows] = [[], [row]];
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, 'http://portal');
    if (url.pathname.includes('c1')) asked.push(url.searchParams);
    return Promise.resolve(Response.json({ data: rows, total_count: rows.length }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

let state: ReturnType<typeof useListState<(typeof peopleState)['filters']>>;
const Page = (): ReactNode => {
  const current = useListState(peopleState);
  useEffect(() => {
    state = current;
  });
  return <CampaignPeopleTable campaign={campaign} state={current} systems={['Windows']} />;
};
const opened = async () => {
  const drawn = await draw(onPage(<Page />));
  await eventually(() => expect(drawn.root.textContent).toContain(rows.length > 0 ? 'Анна Ким' : ''));
  const chips = () => [...drawn.root.querySelectorAll('ul[aria-label] > li')].map((one) => one.textContent);
  const last = (name: string) => asked.at(-1)!.getAll(name);
  return { ...drawn, chips, last };
};

test('a filter is sent with the request, is shown as a chip, and is removed with its chip', async () => {
  const { root, chips, last, end } = await opened();
  expect([last('status'), last('os'), last('template_id')]).toEqual([[], [], []]);
  await act(async () => state.setFilters({ status: ['clicked', 'entered_data'], os: ['Windows'], email: EMAIL }));
  await eventually(() => expect(last('status')).toEqual(['clicked', 'entered_data']));
  expect([last('os'), last('template_id')]).toEqual([['Windows'], [EMAIL]]);
  expect(chips().slice(0, 4)).toEqual([
    campaigns.person.clicked,
    campaigns.person.entered_data,
    'Windows',
    campaigns.people_table.one_email,
  ]);
  const remove = root.querySelectorAll<HTMLButtonElement>('ul[aria-label] > li button');
  await act(async () => remove[0]!.click());
  await eventually(() => expect(last('status')).toEqual(['entered_data']));
  expect([last('os'), last('template_id')]).toEqual([['Windows'], [EMAIL]]);
  end();
});

test('«Сбросить» removes all filters; an invalid id in the address is not sent', async () => {
  const { root, chips, last, end } = await opened();
  await act(async () => state.setFilters({ status: ['entered_data'], email: 'not-an-id' }));
  await eventually(() => expect(last('status')).toEqual(['entered_data']));
  expect(last('template_id')).toEqual([]);
  const reset = [...root.querySelectorAll<HTMLButtonElement>('ul[aria-label] > li button')].at(-1)!;
  await act(async () => reset.click());
  await eventually(() => expect(last('status')).toEqual([]));
  expect(chips()).toEqual([]);
  end();
});

test('filters without matches say so and can be reset there', async () => {
  rows = [];
  const { root, last, end } = await opened();
  await act(async () => state.setFilters({ os: ['Linux'] }));
  await eventually(() => expect(last('os')).toEqual(['Linux']));
  await eventually(() => expect(root.textContent).toContain('Ничего не'));
  end();
});
