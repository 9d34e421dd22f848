import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, type ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { EndpointId } from '@sergak/contract/endpoints.ts';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { wire } from '@sergak/contract/wire.gen.ts';
import { parseSearch, stringifySearch } from '../nav/search-params.ts';
import { AUTH_KEY, queryClient } from '../query-client.ts';
import '../wire.ts';
import { draw } from './testing.tsx';

/** An error response of the server in a test. */
export const errorResponse = (status: number, code: string, details?: unknown): Response =>
  Response.json({ status, code, message: code, detail: '', details }, { status });

/** A request with upload progress. In a test, `fetch` answers it. */
class UploadRequest {
  readonly upload = {};
  status = 0;
  responseText = '';
  onload: () => void = () => undefined;
  #method = '';
  #address = '';
  open(method: string, address: string) {
    [this.#method, this.#address] = [method, address];
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send(form: FormData) {
    void fetch(this.#address, { method: this.#method, body: form }).then(async (response) => {
      this.status = response.status;
      this.responseText = await response.text();
      this.onload();
    });
  }
}

type Sent = { readonly path: string; readonly body: unknown };
type Answers = Partial<Record<EndpointId, unknown>>;

const patternOf = (id: EndpointId): RegExp => new RegExp(`^${wire[id].address.replace(/:\w+/g, '[^/]+')}$`);

/**
 * Mocks the calls of a component: for each endpoint a body, a `Response`, or a function of the input. Other calls get an
 * empty list. Returns a function that lists what was sent to an endpoint, oldest first.
 */
export const serve = (answers: Answers): ((id: EndpointId) => readonly Sent[]) => {
  const log: (Sent & { readonly id: EndpointId | undefined })[] = [];
  vi.stubGlobal('XMLHttpRequest', UploadRequest);
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const [path = '', query = ''] = address.split('?');
    const method = init.method ?? 'GET';
    const fits = (Object.keys(wire) as EndpointId[]).filter(
      (id) => wire[id].method === method && patternOf(id).test(path),
    );
    const id = fits.toSorted((a, b) => wire[a].address.split(':').length - wire[b].address.split(':').length)[0];
    const body: unknown =
      typeof init.body === 'string'
        ? JSON.parse(init.body)
        : init.body instanceof FormData
          ? Object.fromEntries(init.body)
          : parseSearch(query);
    log.push({ id, path, body });
    const answer = id === undefined ? undefined : answers[id];
    const found: unknown = typeof answer === 'function' ? answer({ path, body }) : answer;
    return Promise.resolve(
      found instanceof Response
        ? found.clone()
        : Response.json(found === undefined ? { data: [], total_count: 0 } : found),
    );
  });
  return (id) => log.filter((one) => one.id === id);
};

/** Signs in a person with these permissions. */
export const signIn = (permissions: readonly Permission[], more: Partial<Me> = {}): void =>
  void queryClient.setQueryData(AUTH_KEY, {
    status: 'authorised',
    me: {
      id: 'me',
      role: 'operator',
      permissions,
      acting_organization: { id: 'o', time_zone: 'Asia/Tashkent' },
      ...more,
    },
  });

/** Draws a node as a page at an address, until the test ends; `path` names the parameters that the page reads. */
export const openPage = async (node: ReactNode, at = '/', path = '/') => {
  // happy-dom lacks document.fonts, which autosizing textareas listen to.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const rootRoute = createRootRoute();
  const route = createRoute({ getParentRoute: () => rootRoute, path, component: () => node });
  const rest = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => null });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route, rest]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  });
  const drawn = await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  onTestFinished(async () => {
    drawn.end();
    // React may have scheduled work outside of `act`; it must run while the document of this file still exists.
    await new Promise((drained) => void setTimeout(drained));
  });
  return {
    root: drawn.root,
    address: () => router.state.location.href,
    hasBack: () => router.history.canGoBack(),
  };
};

/**
 * Waits until a check passes. Each try runs in its own `act`, because React shows loaded content (a lazy part) only at
 * the end of an `act`.
 */
export const until = (check: () => void): Promise<void> =>
  vi.waitFor(
    async () => {
      await act(async () => Promise.resolve());
      check();
    },
    { timeout: 20_000 },
  );

/** The text of the whole document, dialogs included. */
export const shownText = (): string => document.body.textContent;

const findField = (label: string): Element | null => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent.replace(/ \*$/, '') === label);
  return found ? document.getElementById(found.htmlFor) : document.querySelector(`[aria-label='${label}']`);
};
/** The field with this label, visible or accessible. */
export const field = <E extends HTMLInputElement | HTMLTextAreaElement = HTMLInputElement>(label: string): E => {
  const box = findField(label);
  if (!box) throw new Error(`There is no field «${label}»`);
  return box as E;
};

/** Types into a field; waits until it is there. */
export const type = async (label: string, text: string): Promise<void> => {
  if (!findField(label)) await until(() => void field(label)); // with fake timers, each wait would let time pass
  await act(async () => {
    const box = field<HTMLInputElement | HTMLTextAreaElement>(label);
    const { prototype } = box instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

export const buttons = (name: string): HTMLButtonElement[] =>
  [...document.querySelectorAll('button')].filter(
    (one) => one.textContent.trim() === name || one.getAttribute('aria-label') === name,
  );
/** The last button with this name: the one in a dialog if the page behind it has the same. */
export const button = (name: string): HTMLButtonElement => {
  const found = buttons(name).at(-1);
  if (found === undefined) throw new Error(`There is no button «${name}»`);
  return found;
};
export const press = async (name: string): Promise<void> => {
  await until(() => {
    // A form cannot be sent before its schemas have been fetched.
    const isBusy = button(name).closest('form[aria-busy=true]') !== null;
    if (button(name).disabled || isBusy) throw new Error(`The button «${name}» cannot be used yet`);
  });
  await act(async () => button(name).click());
};
