import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../shared/wire.ts';
import { emptyDraft } from './draft.ts';
import { draftSaver, type DraftState } from './draft-saver.ts';

type Body = { id: string; version: number; name: string; step: string };
const server = { sent: [] as Body[], answer: (_body: Body): unknown => null };
const saved = (body: Body): unknown => ({ ...body, version: body.version + 1, updated_at: '2026-11-29T10:00:00Z' });
const content = (name: string) => ({ draft: { ...emptyDraft(), name }, step: 'whom' as const });
const start = () => {
  const states: DraftState[] = [];
  const made: string[] = [];
  const saver = draftSaver({ opened: null, onState: (state) => states.push(state), onMade: (id) => made.push(id) });
  return { saver, states, made };
};
beforeEach(() => {
  server.sent = [];
  server.answer = saved;
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    const sent = { id: address.split('/').at(-1)!, ...(JSON.parse(body) as Omit<Body, 'id'>) };
    server.sent.push(sent);
    return Response.json(await server.answer(sent));
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('several changes are one call, and each further save goes on from the version of the last', async () => {
  const { saver, made, states } = start();
  saver.change(content('О'));
  saver.change(content('Осень'));
  await saver.flush();
  saver.change(content('Зима'));
  await saver.flush();
  expect(made).toHaveLength(1);
  expect(server.sent).toMatchObject([
    { id: made[0], version: 0, name: 'Осень' },
    { id: made[0], version: 1, name: 'Зима' },
  ]);
  expect(states.at(-1)).toEqual({ phase: 'saved', at: '2026-11-29T10:00:00Z' });
});

test('a launch waits for a save on its way and ends saving; a form without a saved draft has none', async () => {
  const { saver, made } = start();
  expect(await start().saver.stop()).toBeNull();
  saver.change(content('Осень'));
  void saver.flush();
  expect(await saver.stop()).toBe(made[0]);
  saver.change(content('Поздно'));
  await saver.flush();
  expect(server.sent).toHaveLength(1);
});

test('a failed save is not lost: the next one has everything', async () => {
  const { saver, states } = start();
  server.answer = () => Promise.reject(new Error('network'));
  saver.change(content('Осень'));
  await saver.flush();
  expect(states.at(-1)!.phase).toBe('failed');
  server.answer = saved;
  saver.change(content('Осень 2'));
  await saver.flush();
  expect(server.sent.at(-1)).toMatchObject({ version: 0, name: 'Осень 2' });
});
