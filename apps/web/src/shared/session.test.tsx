// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { refetchSession, useAuth } from './session.ts';
import { closeToast, currentToasts } from './toasts.ts';
import { draw, eventually } from './ui/testing.tsx';

const me = { id: 'a', permissions: [], acting_organization: { id: 'b', time_zone: 'Asia/Tashkent' } };
let answers: () => Response;

beforeEach(() => {
  // Other test files of this worker use the same store.
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.stubGlobal('fetch', () => Promise.resolve(answers()));
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const say = (status: number, body: object) => () => new Response(JSON.stringify(body), { status });
const Who = (): ReactNode => <b>{useAuth().status}</b>;

/** The state of the session after each of these responses. */
const after = async (...each: (() => Response)[]): Promise<unknown[]> => {
  answers = each[0]!;
  const { root, end } = await draw(
    <QueryClientProvider client={queryClient}>
      <Who />
    </QueryClientProvider>,
  );
  const who = () => root.querySelector('b')?.textContent;
  await eventually(() => expect(who()).not.toBe('unknown'));
  const seen = [who()];
  for (const next of each.slice(1)) {
    answers = next;
    await act(async () => {
      await refetchSession();
      await new Promise((drawn) => setTimeout(drawn));
    });
    seen.push(who());
  }
  end();
  return seen;
};

const well = say(200, me);
const falters = say(500, { error: 'server.unexpected', message: 'x' });

test('a brief server failure keeps a signed-in person on the screen without a message', async () => {
  expect(await after(well, falters, well)).toEqual(['authorised', 'authorised', 'authorised']);
  expect(currentToasts()).toEqual([]);
});

test('an ended session ends, also after a brief server failure', async () => {
  const ended = say(401, { error: 'session.required', message: 'x' });
  expect(await after(well, falters, ended)).toEqual(['authorised', 'authorised', 'unauthorised']);
});

test('a server that fails at the start does not change the state of the session', async () => {
  expect(await after(falters, well)).toEqual(['unavailable', 'authorised']);
});
