import { useSyncExternalStore } from 'react';

// One live connection a browser: the tab that holds the lock has it and tells the others. Without the parts that this needs (a page
// without TLS has no locks), or while the connection is broken, `useIsLive` is false and open pages ask by themselves.

const NAME = 'sergak.live';
/** After a connection that the server rejected, such as that of an ended session. */
const RETRY_MS = 60_000;

/** `ask`: a tab wants to know the state, and in which scope it works; the connection of another scope is opened anew. */
type Message = { readonly say: 'changed' | 'open' | 'lost' } | { readonly say: 'ask'; readonly scope: string };

let isLive = false;
const listeners = new Set<() => void>();
const setLive = (next: boolean): void => {
  if (next === isLive) return;
  isLive = next;
  for (const one of listeners) one();
};
/** Whether changes are told, so that nothing has to be asked for. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );

type Place = {
  readonly address: string;
  readonly scope: string;
  readonly channel: BroadcastChannel;
  readonly onChange: () => void;
};

/** Keeps the connection of the browser until `end` fires; every message of it is said to the other tabs. */
const lead = ({ address, scope, channel, onChange }: Place, end: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let current = scope;
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = (what: 'changed' | 'open' | 'lost'): void => {
      channel.postMessage({ say: what } satisfies Message);
      if (what === 'changed') onChange();
      else setLive(what === 'open');
    };
    const open = (): void => {
      clearTimeout(timer);
      source?.close();
      source = new EventSource(address);
      // Between two connections something may have changed.
      source.addEventListener('open', () => {
        say('open');
        say('changed');
      });
      source.addEventListener('changed', () => say('changed'));
      source.addEventListener('error', () => {
        say('lost');
        // The browser connects again by itself, except after an answer that is no stream.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
      });
    };
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.say !== 'ask') return;
      if (data.scope === current) return channel.postMessage({ say: isLive ? 'open' : 'lost' } satisfies Message);
      current = data.scope;
      open();
    });
    end.addEventListener('abort', () => {
      clearTimeout(timer);
      source?.close();
      resolve();
    });
    open();
  });

/**
 * Calls `onChange` when the server says that something has changed, in every tab. `scope` is the organisation in which the session
 * acts: the connection belongs to one. Returns the function that ends it.
 */
export const startLive = (address: string, scope: string, onChange: () => void): (() => void) => {
  if (navigator.locks === undefined || typeof BroadcastChannel === 'undefined' || typeof EventSource === 'undefined')
    return () => undefined;
  const end = new AbortController();
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.say === 'changed') onChange();
    else if (data.say !== 'ask') setLive(data.say === 'open');
  });
  channel.postMessage({ say: 'ask', scope } satisfies Message);
  navigator.locks
    .request(NAME, { signal: end.signal }, () =>
      end.signal.aborted ? undefined : lead({ address, scope, channel, onChange }, end.signal),
    )
    // Waiting for the lock was given up.
    .catch(() => undefined);
  return () => {
    end.abort();
    channel.close();
    setLive(false);
  };
};
