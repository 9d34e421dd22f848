import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { takeTurns } from './turns.ts';

/** A thread or a process that answers messages `{ id, task }` with `{ id, answer }` or `{ id, error }`. */
export type Helper = {
  post(message: unknown): void;
  onMessage(listen: (message: unknown) => void): void;
  onEnd(listen: (reason: string) => void): void;
  /** Total CPU time of the helper in milliseconds; null if unknown. */
  cpuMs(): Promise<number | null>;
  /** Sets whether the helper keeps the process from exiting. */
  hold(isBusy: boolean): void;
  kill(): void;
};

export type BoundedWorkerOptions = {
  readonly start: () => Helper;
  /**
   * CPU time of one task; a helper that exceeds it is killed. Not wall-clock time: on a busy machine a harmless task
   * waits for its turn. Starting the helper counts as well.
   */
  readonly cpuMs: number;
  /** Wall-clock limit of one task, however little CPU time the helper got. */
  readonly wallMs: number;
  /** Maximum number of tasks waiting or running: in total, and for one caller. */
  readonly most: number;
  readonly mostOfOne: number;
  /** Maximum number of tasks waiting or running for one organisation; by default all. */
  readonly mostOfOrganization?: number;
  /**
   * Number of helpers, by default one. An organisation occupies one of them at most, so that with two its slow tasks leave the other
   * to everybody else.
   */
  readonly helpers?: number;
  /** An idle helper is stopped after this time. */
  readonly idleMs?: number;
};

export type BoundedWorkerCode = 'busy' | 'caller_busy' | 'timeout' | 'slow' | 'crashed';
/**
 * The task was not completed. `busy`: the queue is full; `timeout`: CPU limit exceeded; `slow`: wall-clock limit
 * exceeded; `crashed`: the helper exited or failed.
 */
export class BoundedWorkerError extends Error {
  readonly code: BoundedWorkerCode;
  constructor(code: BoundedWorkerCode, detail = '') {
    super(`bounded worker: ${code}${detail && ` (${detail})`}`);
    this.code = code;
  }
}

/** Whose task it is: ids, or names of work that belongs to nobody. */
export type Caller = { readonly person: string; readonly organization: string };

export type BoundedWorker<Task, Answer> = {
  /**
   * Runs a task. A person and an organisation may use only a share of the queue, and waiting organisations take turns. A caller
   * given as text is a person without an organisation. Throws BoundedWorkerError.
   */
  run(task: Task, caller: Caller | string): Promise<Answer>;
  /** Number of tasks waiting or running. */
  waiting(): number;
  /** Stops the helper at once; a running task fails with `crashed`. */
  close(): void;
};

type FromHelper<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };

const WATCH_MIN_MS = 50;
/**
 * Calls `exceeded` once the helper has used more CPU time than the limit, counted from now. Returns a function that
 * stops watching.
 */
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
  /** Whether the helper can take the next task. */
  | { readonly failure: BoundedWorkerError; readonly isAlive: boolean };

/** Sends one task to the helper and waits for its answer, its exit or its time limit. */
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
      const reply = message as FromHelper<Answer>;
      if (reply.id !== id) return;
      if ('answer' in reply) end({ answer: reply.answer });
      else fail('crashed', reply.error, true);
    });
    helper.onEnd((reason) => fail('crashed', reason));
    helper.hold(true);
    helper.post({ id, task });
  });

/** Runs one task at a time on one helper, which is started on demand and stopped when idle. */
const openLine = <Task, Answer>(options: BoundedWorkerOptions) => {
  let helper: Helper | undefined;
  let idle: NodeJS.Timeout | undefined;
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
  return { runNow, close };
};

/** Counts by name; a name without tasks is forgotten. */
const openCounts = () => {
  const counts = new Map<string, number>();
  const of = (name: string): number => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, n: 1 | -1): void {
      const sum = of(name) + n;
      if (sum === 0) counts.delete(name);
      else counts.set(name, sum);
    },
  };
};

/**
 * Runs work on untrusted input outside the main thread: one task at a time on each helper, each with a time limit, behind a short
 * queue.
 */
export const openBoundedWorker = <Task, Answer>(options: BoundedWorkerOptions): BoundedWorker<Task, Answer> => {
  const lines = Array.from({ length: options.helpers ?? 1 }, () => openLine<Task, Answer>(options));
  const runInTurn = takeTurns(lines);
  const [people, organizations] = [openCounts(), openCounts()];
  let waiting = 0;
  const count = ({ person, organization }: Caller, n: 1 | -1) => {
    waiting += n;
    people.add(person, n);
    organizations.add(organization, n);
  };
  return {
    async run(task, caller) {
      const who = typeof caller === 'string' ? { person: caller, organization: caller } : caller;
      const mostOfOrganization = options.mostOfOrganization ?? options.most;
      if (people.of(who.person) >= options.mostOfOne) throw new BoundedWorkerError('caller_busy');
      if (waiting >= options.most) throw new BoundedWorkerError('busy');
      if (organizations.of(who.organization) >= mostOfOrganization) throw new BoundedWorkerError('caller_busy');
      count(who, 1);
      try {
        return await runInTurn(task, who.organization);
      } finally {
        count(who, -1);
      }
    },
    waiting: () => waiting,
    close: () => {
      for (const line of lines) line.close();
    },
  };
};

/** A thread with a memory limit and an empty environment. */
export const threadHelper = (script: URL, memoryMb: number) => (): Helper => {
  const thread = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    env: {},
    execArgv: [],
  });
  // An error after the answer has no task to fail and must not end the process.
  thread.on('error', () => undefined);
  return {
    post: (message) => thread.postMessage(message),
    onMessage: (listen) => void thread.removeAllListeners('message').on('message', listen),
    onEnd: (listen) => {
      thread.removeAllListeners('error').removeAllListeners('exit');
      thread.on('error', (error: Error) => listen(error.message)).on('exit', (code) => listen(`exit ${code}`));
    },
    // A thread that is not running uses no CPU time.
    cpuMs: () =>
      thread.cpuUsage().then(
        ({ user, system }) => (user + system) / 1_000,
        () => 0,
      ),
    hold: (isBusy) => (isBusy ? thread.ref() : thread.unref()),
    kill: () => void thread.terminate(),
  };
};

/** A separate process with an empty environment: its native threads, crashes and memory do not affect this one. */
export const processHelper =
  (script: URL, memoryMb: number, args: readonly string[] = []) =>
  (): Helper => {
    const child = fork(script, [...args], {
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
