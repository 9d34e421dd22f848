import { call, type CallInput } from '../../shared/api.ts';
import { isApiError } from '../../shared/api-error.ts';
import { queryClient } from '../../shared/query-client.ts';
import { type Auth, AUTH_KEY } from '../../shared/session.ts';

/**
 * What a learner did and the server has not confirmed yet. It lies in the browser's storage until it is acknowledged, so
 * that a closed tab, a lost network or an expired session loses nothing; what is newer for the same thing replaces it.
 */
type Kinds = 'learner.answer' | 'learner.save-position';
export type Item = {
  readonly [K in Kinds]: { readonly key: string; readonly id: K; readonly input: CallInput<K> };
}[Kinds];
export type OutboxState = 'saved' | 'saving' | 'offline';
type Stored = { readonly sequence: number; readonly saved?: boolean };
export type Outbox = {
  put(item: Item): void;
  /** What still waits, oldest first. */
  pending(): readonly Item[];
  /** Resolves when all was sent: true, or false when the network failed. */
  settle(): Promise<boolean>;
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
  /** The server knows a higher number than this tab. */
  onSequence(listener: (sequence: number) => void): () => void;
};

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 30_000;
/** Refusals that pass by themselves or with a new sign-in; anything else will be refused again. */
const waits = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

/** On a shared computer somebody else may have signed in meanwhile: what is kept waits for its own person. */
const belongsTo = (personId: string): boolean => {
  const auth = queryClient.getQueryData<Auth>(AUTH_KEY);
  return auth === undefined || (auth.status === 'authorised' && auth.me.id === personId);
};

const read = (name: string): Item[] => {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? '[]') as Item[]) ?? [];
  } catch {
    return [];
  }
};

const open = (name: string, personId: string): Outbox => {
  let items = read(name);
  let state: OutboxState = items.length > 0 ? 'saving' : 'saved';
  let running: Promise<boolean> | null = null;
  let wait = FIRST_WAIT;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const sequences = new Set<(sequence: number) => void>();

  const become = (next: OutboxState): void => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const keep = (next: Item[]): void => {
    items = next;
    try {
      if (items.length === 0) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(items));
    } catch {
      // Without storage the answers live as long as the tab.
    }
  };
  const send = async (item: Item, keepalive: boolean): Promise<void> => {
    const stored = (await call(item.id, item.input as never, { keepalive })) as Stored;
    for (const listener of sequences) listener(stored.sequence);
  };
  const run = async (keepalive: boolean): Promise<boolean> => {
    while (items.length > 0) {
      if (!belongsTo(personId)) return false;
      become('saving');
      const item = items[0]!;
      try {
        await send(item, keepalive);
        wait = FIRST_WAIT;
      } catch (error) {
        if (isApiError(error) && waits(error.status)) {
          become('offline');
          clearTimeout(timer);
          timer = setTimeout(() => void flush(false), wait);
          wait = Math.min(LONGEST_WAIT, wait * 2);
          return false;
        }
      }
      keep(items.filter((one) => one !== item));
    }
    become('saved');
    return true;
  };
  const flush = (keepalive: boolean): Promise<boolean> => {
    running ??= run(keepalive).finally(() => {
      running = null;
    });
    return running;
  };

  addEventListener('online', () => void flush(false));
  addEventListener('pagehide', () => {
    // The running call may die with the page: what waits is sent once more, side by side; repeats are harmless.
    if (belongsTo(personId)) for (const item of items) void send(item, true).catch(() => undefined);
  });
  if (items.length > 0) void flush(false);
  return {
    put(item) {
      keep([...items.filter((one) => one.key !== item.key), item]);
      become('saving');
      void flush(false);
    },
    pending: () => items,
    settle: async () => (await flush(false)) && (items.length === 0 || flush(false)),
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSequence(listener) {
      sequences.add(listener);
      return () => sequences.delete(listener);
    },
  };
};

const opened = new Map<string, Outbox>();
/** The outbox of a person's course; one in each tab. */
export const outboxOf = (personId: string, courseId: string): Outbox => {
  const name = `sergak.learning.${personId}.${courseId}`;
  const known = opened.get(name) ?? open(name, personId);
  opened.set(name, known);
  // Back after signing in again: what waited goes on.
  if (known.pending().length > 0) void known.settle();
  return known;
};
