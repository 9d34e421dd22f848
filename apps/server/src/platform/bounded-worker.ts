import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';

/** A thread or a process that answers messages `{ id, task }` with `{ id, answer }` or `{ id, error }`. */
export type Helper = {
  post(message: unknown): void;
  onMessage(listen: (message: unknown) => void): void;
  onEnd(listen: (reason: string) => void): void;
  /** Computing time that the helper has used in its life; null where it is not known. */
  cpuMs(): Promise<number | null>;
  /** Whether the process may end while the helper lives. */
  hold(isBusy: boolean): void;
  kill(): void;
};

export type BoundedWorkerOptions = {
  readonly start: () => Helper;
  /**
   * Computing time of one task, then the helper is killed. Not time of the clock: on a busy machine a harmless task waits
   * for its turn. The start of the helper counts too.
   */
  readonly cpuMs: number;
  /** Time of the clock for one task, however little of it the helper could compute. */
  readonly wallMs: number;
  /** Tasks that may wait or run at once, of all callers together and of one caller. */
  readonly most: number;
  readonly mostOfOne: number;
  /** An idle helper is ended after this time. */
  readonly idleMs?: number;
};

export type BoundedWorkerCode = 'busy' | 'caller_busy' | 'timeout' | 'slow' | 'crashed';
/**
 * The task was not done. `busy`: too much waits already; `timeout`: it computed too long; `slow`: the machine gave it too
 * little time; `crashed`: the helper ended or failed.
 */
export class BoundedWorkerError extends Error {
  readonly code: BoundedWorkerCode;
  constructor(code: BoundedWorkerCode, detail = '') {
    super(`bounded worker: ${code}${detail && ` (${detail})`}`);
    this.code = code;
  }
}

export type BoundedWorker<Task, Answer> = {
  /** Does one task after the others; `caller` (a person's id) has a share of the queue. Throws BoundedWorkerError. */
  run(task: Task, caller: string): Promise<Answer>;
  /** Tasks that wait or run now. */
  waiting(): number;
  /** Ends the helper at once; a task under way fails with `crashed`. */
  close(): void;
};

type FromHelper<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };

const WATCH_MIN_MS = 50;
/** Calls `exceeded` once the helper has computed for longer than the limit since now; answers how to stop watching. */
const watchCpu = (helper: Helper, limit: number, exceeded: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (before: number) => {
    const used = await helper.cpuMs();
    if (isOver || used === null) return;
    if (used - before >= limit) return exceeded();
    timer = setTimeout(() => void look(before), Math.max(WATCH_MIN_MS, limit - (used - before)));
  };
  void helper.cpuMs().then((before) => look(before ?? 0));
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
};

type Outcome<Answer> =
  | { readonly answer: Answer }
  /** Whether the helper can go on with the next task. */
  | { readonly failure: BoundedWorkerError; readonly isAlive: boolean };

/** Gives one task to the helper and waits for its answer, its end or the end of its time. */
const giveTask = <Task, Answer>(helper: Helper, id: number, task: Task, { cpuMs, wallMs }: BoundedWorkerOptions) =>
  new Promise<Outcome<Answer>>((resolve) => {
    const end = (outcome: Outcome<Answer>) => {
      clearTimeout(wall);
      stopWatch();
      resolve(outcome);
    };
    const fail = (code: BoundedWorkerCode, detail = '', isAlive = false) =>
      end({ failure: new BoundedWorkerError(code, detail), isAlive });
    const wall = setTimeout(() => fail('slow', `${wallMs} ms`), wallMs);
    const stopWatch = watchCpu(helper, cpuMs, () => fail('timeout', `${cpuMs} ms`));
    helper.onMessage((message) => {
      const given = message as FromHelper<Answer>;
      if (given.id !== id) return;
      if ('answer' in given) end({ answer: given.answer });
      else fail('crashed', given.error, true);
    });
    helper.onEnd((reason) => fail('crashed', reason));
    helper.hold(true);
    helper.post({ id, task });
  });

/** Runs the tasks one after the other on one helper, which is started when needed and ended when idle. */
const openLine = <Task, Answer>(options: BoundedWorkerOptions) => {
  let helper: Helper | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let ids = 0;
  const close = () => {
    const ending = helper;
    helper = undefined;
    clearTimeout(idle);
    ending?.kill();
  };
  const runNow = async (task: Task): Promise<Answer> => {
    clearTimeout(idle);
    const mine = (helper ??= options.start());
    const outcome = await giveTask<Task, Answer>(mine, ++ids, task, options);
    const isAlive = mine === helper && ('answer' in outcome || outcome.isAlive);
    if (isAlive) {
      mine.onEnd(() => {
        if (mine === helper) helper = undefined;
      });
      mine.hold(false);
      idle = setTimeout(close, options.idleMs ?? 30_000).unref();
    } else if (mine === helper) close();
    if ('answer' in outcome) return outcome.answer;
    throw outcome.failure;
  };
  const run = (task: Task): Promise<Answer> => {
    const turn = last.then(() => runNow(task));
    last = turn.catch(() => undefined);
    return turn;
  };
  return { run, close };
};

/** Work on untrusted input apart from the main thread: one task at a time, each with a time limit, behind a short queue. */
export const openBoundedWorker = <Task, Answer>(options: BoundedWorkerOptions): BoundedWorker<Task, Answer> => {
  const callers = new Map<string, number>();
  const line = openLine<Task, Answer>(options);
  let waiting = 0;
  return {
    async run(task, caller) {
      const own = callers.get(caller) ?? 0;
      if (own >= options.mostOfOne) throw new BoundedWorkerError('caller_busy');
      if (waiting >= options.most) throw new BoundedWorkerError('busy');
      callers.set(caller, own + 1);
      waiting += 1;
      try {
        return await line.run(task);
      } finally {
        waiting -= 1;
        const left = callers.get(caller)! - 1;
        if (left === 0) callers.delete(caller);
        else callers.set(caller, left);
      }
    },
    waiting: () => waiting,
    close: line.close,
  };
};

/** A thread with a memory limit, without the environment. */
export const threadHelper = (script: URL, memoryMb: number) => (): Helper => {
  const thread = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    env: {},
    execArgv: [],
  });
  // An error after the answer belongs to nobody and must not end the process.
  thread.on('error', () => undefined);
  return {
    post: (message) => thread.postMessage(message),
    onMessage: (listen) => void thread.removeAllListeners('message').on('message', listen),
    onEnd: (listen) => {
      thread.removeAllListeners('error').removeAllListeners('exit');
      thread.on('error', (error: Error) => listen(error.message)).on('exit', (code) => listen(`exit ${code}`));
    },
    // It has computed nothing before it runs, and nothing more once it has ended.
    cpuMs: () =>
      thread.cpuUsage().then(
        ({ user, system }) => (user + system) / 1_000,
        () => 0,
      ),
    hold: (isBusy) => (isBusy ? thread.ref() : thread.unref()),
    kill: () => void thread.terminate(),
  };
};

/** A process of its own: its native threads, crashes and memory are not ours. Without the environment. */
export const processHelper = (script: URL, memoryMb: number) => (): Helper => {
  const child = fork(script, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => undefined);
  return {
    post: (message) => void child.send(message as object),
    onMessage: (listen) => void child.removeAllListeners('message').on('message', listen),
    onEnd: (listen) => {
      child.removeAllListeners('error').removeAllListeners('exit');
      child
        .on('error', (error) => listen(error.message))
        .on('exit', (code, signal) => listen(`exit ${signal ?? code}`));
    },
    cpuMs: async () => null,
    hold: (isBusy) => {
      if (isBusy) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
