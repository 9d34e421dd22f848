import { storableValue } from '@sergak/contract/text.rules.ts';
import { call, type CallInput, type CallOutput, touchedFamilies } from '../../shared/api.ts';
import { isApiError, isSessionError } from '../../shared/api-error.ts';
import { text } from '../../shared/i18n/use-t.ts';
import { AUTH_KEY, notifyError, queryClient } from '../../shared/query-client.ts';
import { refresh } from '../../shared/query.ts';
import { type Auth, subscribeAuth } from '../../shared/session.ts';

/**
 * A learner's actions that the server has not confirmed yet. They are kept in the browser's storage until
 * acknowledged, so that a closed tab, a lost network or an expired session loses nothing; a newer item for the same
 * thing replaces the older one.
 */
type Kinds = 'learner.launch-theme' | 'learner.answer' | 'learner.save-position' | 'learner.complete-attempt';
export type Item = {
  readonly [K in Kinds]: { readonly key: string; readonly id: K; readonly input: CallInput<K> };
}[Kinds];
/** `rejected`: an item was rejected for good; the state ends when a newer item for the same thing is accepted. */
export type OutboxState = 'saved' | 'saving' | 'offline' | 'rejected';
/** Sequence numbers grow within a course: answers and positions have one. */
type Stored = { readonly sequence?: number };
export type Outbox = {
  put(item: Item): void;
  /** Pending items, oldest first. */
  pending(): readonly Item[];
  /** Resolves to true when everything was sent, or to false when the network failed. */
  settle(): Promise<boolean>;
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
  /** An attempt was completed, now or by an item that an earlier tab stored. */
  onCompleted(listener: (attemptId: string, result: CallOutput<'learner.complete-attempt'>) => void): () => void;
  /** An item was rejected for good: what it said is not stored. */
  onRejected(listener: (item: Item) => void): () => void;
  /** The server knows a higher sequence number than this tab. */
  onSequence(listener: (sequence: number) => void): () => void;
};

const FIRST_WAIT = 1500;
const LONGEST_WAIT = 30_000;
/**
 * Whether a failure is temporary or ends with a sign-in step; after any other failure a retry would be rejected
 * again.
 */
export const waits = (error: unknown): boolean =>
  isApiError(error) && (isSessionError(error) || error.status === 0 || error.status === 429 || error.status >= 500);

/** Whether the server rejected the content of an item: the same thing can be sent with another content. */
const isContentRejected = (error: unknown): boolean => isApiError(error) && [400, 413, 422].includes(error.status);

/** Shows an error for an answer that will never count; a rejected slide position is ignored. */
const reportRejection = (item: Item, error: unknown): void => {
  if (item.id === 'learner.complete-attempt') notifyError(error);
  if (item.id === 'learner.answer') notifyError(error, (reason) => text('commons:error.answer_rejected', { reason }));
};

/** On a shared computer another person may have signed in meanwhile: stored items wait for their own person. */
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

const write = (name: string, items: readonly Item[]): void => {
  try {
    if (items.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(items));
  } catch {
    // Without storage, answers last as long as the tab.
  }
};

const createListeners = <A extends unknown[]>() => {
  const all = new Set<(...args: A) => void>();
  return {
    tell: (...args: A): void => {
      for (const one of all) one(...args);
    },
    add: (one: (...args: A) => void) => {
      all.add(one);
      return () => void all.delete(one);
    },
  };
};

const send = async (item: Item, keepalive = false): Promise<Stored> =>
  (await call(item.id, item.input, { keepalive })) as Stored;

const attemptOf = (item: Item): string | null => ('attempt_id' in item.input ? item.input.attempt_id : null);
/** A new item is added at the end, but an item of an attempt is inserted before the end of that attempt. */
const insertItem = (items: readonly Item[], item: Item): Item[] => {
  const others = items.filter((one) => one.key !== item.key);
  const ends = (one: Item): boolean => one.id === 'learner.complete-attempt' && attemptOf(one) === attemptOf(item);
  return item.id === 'learner.answer'
    ? [...others.filter((one) => !ends(one)), item, ...others.filter(ends)]
    : [...others, item];
};

/** Items after one was rejected. An attempt does not end by itself without an answer that was rejected: the learner decides. */
const withoutRejected = (items: readonly Item[], item: Item, error: unknown): Item[] => {
  const held = item.id === 'learner.answer' && isContentRejected(error) ? attemptOf(item) : null;
  const ends = (one: Item): boolean => one.id === 'learner.complete-attempt' && attemptOf(one) === held;
  return items.filter((one) => one !== item && !(held !== null && ends(one)));
};

/**
 * Schedules the next attempt after a failure with a growing delay, and never before the time that the server asked
 * for.
 */
const createRest = (again: () => void) => {
  let wait = FIRST_WAIT;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sleep = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(again, ms);
  };
  return {
    after: (error: unknown): void => {
      const retryAfterMs = ((isApiError(error) && error.retryAfter) || 0) * 1000;
      notBefore = retryAfterMs === 0 ? 0 : Date.now() + retryAfterMs;
      sleep(Math.max(wait, retryAfterMs));
      wait = Math.min(LONGEST_WAIT, wait * 2);
    },
    /** Whether the server asked for a delay; the next attempt is scheduled for its end. */
    isAsked: (): boolean => {
      const left = notBefore - Date.now();
      if (left > 0) sleep(left);
      return left > 0;
    },
    end: (): void => {
      wait = FIRST_WAIT;
    },
  };
};

const open = (name: string, personId: string): Outbox => {
  let items = read(name);
  let state: OutboxState = items.length > 0 ? 'saving' : 'saved';
  let running: Promise<boolean> | null = null;
  /** Keys of items that were rejected and not replaced since. */
  const rejected = new Set<string>();
  const rest = createRest(() => void flush());
  const states = createListeners<[]>();
  const sequences = createListeners<[number]>();
  const rejections = createListeners<[Item]>();
  const completed = createListeners<[string, CallOutput<'learner.complete-attempt'>]>();

  const become = (next: OutboxState): void => {
    if (next === state) return;
    state = next;
    states.tell();
  };
  const keep = (next: Item[]): void => {
    items = next;
    write(name, items);
  };
  const reject = (item: Item, error: unknown): void => {
    keep(withoutRejected(items, item, error));
    rejected.add(item.key);
    reportRejection(item, error);
    rejections.tell(item);
  };
  const taken = (item: Item, answer: Stored): void => {
    rejected.delete(item.key);
    if (answer.sequence !== undefined) sequences.tell(answer.sequence);
    if (item.id !== 'learner.complete-attempt') return;
    void refresh(...touchedFamilies(item.id));
    completed.tell(item.input.attempt_id, answer as CallOutput<'learner.complete-attempt'>);
  };
  const run = async (): Promise<boolean> => {
    while (items.length > 0) {
      if (!belongsTo(personId)) return false;
      if (rest.isAsked()) {
        become('offline');
        return false;
      }
      become('saving');
      const item = items[0]!;
      try {
        const answer = await send(item);
        keep(items.filter((one) => one !== item));
        rest.end();
        taken(item, answer);
      } catch (error) {
        if (waits(error)) {
          become('offline');
          rest.after(error);
          return false;
        }
        reject(item, error);
      }
    }
    become(rejected.size > 0 ? 'rejected' : 'saved');
    return true;
  };
  const flush = (): Promise<boolean> =>
    (running ??= run().finally(() => {
      running = null;
    }));

  addEventListener('online', () => void flush());
  // After signing in again or agreeing to a new consent text, pending items are sent.
  subscribeAuth(() => {
    if (items.length > 0 && running === null && belongsTo(personId)) void flush();
  });
  addEventListener('pagehide', () => {
    // The running call may be lost with the page, so pending items are sent once more in parallel; repeats are harmless.
    // The end of an attempt must not overtake its answers: it waits for the next visit unless it is the only item left.
    if (!belongsTo(personId) || rest.isAsked()) return;
    for (const item of items)
      if (item.id !== 'learner.complete-attempt' || items.length === 1) void send(item, true).catch(() => undefined);
  });
  if (items.length > 0) void flush();
  return {
    put(item) {
      keep(insertItem(items, storableValue(item) as Item));
      become('saving');
      void flush();
    },
    pending: () => items,
    settle: async () => (await flush()) && (items.length === 0 || flush()),
    state: () => state,
    subscribe: states.add,
    onSequence: sequences.add,
    onRejected: rejections.add,
    onCompleted: completed.add,
  };
};

const opened = new Map<string, Outbox>();
/** The outbox of a person's course; one per tab. */
export const outboxOf = (personId: string, courseId: string): Outbox => {
  const name = `sergak.learning.${personId}.${courseId}`;
  const outbox = opened.get(name) ?? open(name, personId);
  opened.set(name, outbox);
  // After signing in again, pending items are sent.
  if (outbox.pending().length > 0) void outbox.settle();
  return outbox;
};
