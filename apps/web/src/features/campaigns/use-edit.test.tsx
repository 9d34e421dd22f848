// @vitest-environment happy-dom
import { act, type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { queryClient } from '../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../shared/toasts.ts';
import { draw, eventually, onPage } from '../../shared/ui/testing.tsx';
import { emptyDraft, toForm } from './draft.ts';
import { useEdit } from './use-edit.ts';
import '../../shared/wire.ts';

const start = {
  ...emptyDraft(),
  name: 'Осень',
  isDelay: true,
  dateDelay: '2026-12-01T09:00:00.000Z',
  templates: ['m'],
};
const campaign = (version: number, changes: object = {}, status = 'planned') =>
  ({ id: 'c1', status, version, course: null, settings: { ...toForm(start), ...changes } }) as unknown as Campaign;

let sent: Record<string, unknown>[] = [];
let answers: (() => Response)[] = [];
const stale = (current: Campaign) => () =>
  Response.json(
    { status: 409, code: 'common.stale_version', message: '', details: { current, changes: [] } },
    { status: 409 },
  );
const stored = () => Response.json(campaign(9));

beforeEach(() => {
  [sent, answers] = [[], []];
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit = {}) => {
    if (typeof body !== 'string') return Promise.resolve(Response.json({ data: [] }));
    sent.push(JSON.parse(body) as Record<string, unknown>);
    return Promise.resolve(answers.shift()!());
  });
});
afterEach(() => {
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

let edit: ReturnType<typeof useEdit>;
const close = vi.fn();
const Form = (): ReactNode => {
  const current = useEdit(campaign(1), close);
  useEffect(() => {
    edit = current;
  });
  return <output>{current.draft.name}</output>;
};
const opened = async () => {
  close.mockClear();
  const drawn = await draw(onPage(<Form />));
  await eventually(() => expect(drawn.root.querySelector('output')).not.toBeNull());
  return drawn;
};
const type = (patch: object): Promise<void> => act(async () => edit.set(patch));
const save = (): Promise<void> => act(async () => edit.save());

test('only the changed parts are sent, with the version that they are based on', async () => {
  answers = [stored];
  const { end } = await opened();
  expect(edit.dirty).toBe(false);
  await type({ name: 'Зима' });
  expect(edit.dirty).toBe(true);
  await save();
  await eventually(() => expect(close).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ version: 1, name: 'Зима' }]);
  end();
});

test('a newer version that did not change the form is overwritten without a question', async () => {
  answers = [stale(campaign(2)), stored];
  const { end } = await opened();
  await type({ name: 'Зима' });
  await save();
  await eventually(() => expect(close).toHaveBeenCalledOnce());
  expect(sent.map((one) => one['version'])).toEqual([1, 2]);
  end();
});

test('after taking over another person’s changes, my changes to other parts stay and are saved on top', async () => {
  answers = [stale(campaign(2, { emailSendType: 'at_once' })), stored];
  const { end } = await opened();
  await type({ name: 'Зима' });
  await save();
  await eventually(() => expect(edit.stale?.current.version).toBe(2));
  await act(async () => edit.take());
  expect([edit.draft.name, edit.draft.emailSendType, edit.stale, edit.dirty]).toEqual(['Зима', 'at_once', null, true]);
  await save();
  await eventually(() => expect(close).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual({ version: 2, name: 'Зима' });
  end();
});

test('overwriting keeps my change and leaves the rest as the other person saved it', async () => {
  const theirs = campaign(2, { name: 'Весна', emailSendType: 'at_once' });
  answers = [stale(theirs), stored];
  const { end } = await opened();
  await type({ name: 'Зима' });
  await save();
  await eventually(() => expect(edit.stale).not.toBeNull());
  await act(async () => edit.overwrite());
  await eventually(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ version: 2, name: 'Зима' });
  expect(edit.draft.emailSendType).toBe('at_once');
  await eventually(() => expect(close).toHaveBeenCalledOnce());
  end();
});

test('a campaign that started meanwhile is not overwritten', async () => {
  answers = [stale(campaign(2, {}, 'active'))];
  const { end } = await opened();
  await type({ name: 'Зима' });
  await save();
  await eventually(() => expect(edit.stale?.current.status).toBe('active'));
  expect([sent.length, close.mock.calls.length]).toEqual([1, 0]);
  end();
});
