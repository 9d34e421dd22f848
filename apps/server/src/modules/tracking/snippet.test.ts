import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { SNIPPET } from './snippet.ts';

type Listener = (event: object) => void;

/** Runs the script of a landing page against a server that answers every request with `again`. */
const pageInOutage = () => {
  const listeners = new Map<string, Listener>();
  const asked: string[] = [];
  const left: string[] = [];
  const document = {
    currentScript: { hasAttribute: () => true },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  };
  runInNewContext(SNIPPET, {
    document,
    location: { pathname: '/key', replace: (to: string) => left.push(to) },
    setTimeout: (work: () => void) => work(),
    fetch: async (path: string) => {
      asked.push(path);
      return { status: 503, json: async () => ({ again: 'id' }) };
    },
  });
  return { listeners, asked, left };
};
const submitted = { preventDefault: () => {}, target: { querySelectorAll: () => [], reset: () => {} } };

test('in a long outage a form opens the next page; the report of a used page does not navigate', async () => {
  const used = pageInOutage();
  used.listeners.get('keydown')!({ isTrusted: true });
  await expect.poll(() => used.asked.length).toBe(62);
  const sent = pageInOutage();
  sent.listeners.get('submit')!(submitted);
  await expect.poll(() => sent.left).toEqual(['/key/r']);
  expect(sent.asked.slice(0, 3)).toEqual(['/key/s?f=', '/key/s?f=&e=id', '/key/s?f=&e=id']);
  expect(used.left).toEqual([]);
});
