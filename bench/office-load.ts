import { text } from 'node:stream/consumers';
import { setTimeout as pass } from 'node:timers/promises';
import { Agent, request } from 'node:http';

// Learners who answer a quiz over HTTP, in a separate process so that they share no event loop with the server. They send
// what the page sends: an answer, and after it the number of the next question. Reads the order from standard input and
// writes the figures to standard output.
export type LoadOrder = {
  readonly port: number;
  readonly seconds: number;
  readonly assignment: string;
  readonly step: string;
  readonly tokens: readonly string[];
};
export type LoadResult = {
  readonly calls_ms: readonly number[];
  readonly answers_ms: readonly number[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly finished: number;
};

const order = JSON.parse(await text(process.stdin)) as LoadOrder;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const statuses: Record<string, number> = {};
const callsMs: number[] = [];
const answersMs: number[] = [];
let finished = 0;

type Answer = { readonly status: number; readonly retryAfter: number; readonly body: string };
type Path = 'quiz/attempt/create' | 'quiz/answer' | 'position' | 'quiz/attempt/complete';
const send = (token: string, path: Path, body: object): Promise<Answer> =>
  new Promise((done, fail) => {
    const url = `http://127.0.0.1:${order.port}/learning/api/learning/assigned-courses/${order.assignment}/steps/${path}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const outgoing = request(url, { agent, method: path === 'position' ? 'PATCH' : 'POST', headers }, (answer) => {
      let body = '';
      const retryAfter = Number(answer.headers['retry-after'] ?? 1);
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.once('end', () => done({ status: answer.statusCode!, retryAfter, body }));
    });
    outgoing.once('error', fail);
    outgoing.end(JSON.stringify(body));
  });

/** Repeats a request until the server accepts it, as the page does. Gives up at the end of the test. */
const sendUntilAccepted = async (token: string, path: Path, body: object, until: number): Promise<Answer | null> => {
  for (;;) {
    const since = performance.now();
    const answer = await send(token, path, body);
    callsMs.push(performance.now() - since);
    if (path === 'quiz/answer') answersMs.push(callsMs.at(-1)!);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status === 200) return answer;
    if (performance.now() + answer.retryAfter * 1_000 > until) return null;
    await pass(answer.retryAfter * 1_000);
  }
};

type Attempt = { attempt_id: string; questions: { id: string; parts: { id: string }[] }[] };
/** One person starts at a random time in the first sixth and spreads the answers evenly over the rest. */
const learn = async (token: string, begun: number): Promise<void> => {
  const [sixth, rest] = [(order.seconds * 1_000) / 6, (order.seconds * 1_000 * 5) / 6];
  const until = begun + order.seconds * 1_000;
  await pass(Math.random() * sixth);
  const opened = await sendUntilAccepted(token, 'quiz/attempt/create', { step_id: order.step }, until);
  if (!opened) return;
  const attempt = JSON.parse(opened.body) as Attempt;
  const pause = rest / (attempt.questions.length + 1);
  for (const [at, question] of attempt.questions.entries()) {
    await pass(pause * (0.5 + Math.random()));
    const answer = { option: question.parts[0]!.id };
    const body = { attempt_id: attempt.attempt_id, question_id: question.id, answer, sequence: at * 2 + 1 };
    const next = { step_id: order.step, slide: at + 1, sequence: at * 2 + 2 };
    if (!(await sendUntilAccepted(token, 'quiz/answer', body, until))) return;
    if (!(await sendUntilAccepted(token, 'position', next, until))) return;
  }
  if (await sendUntilAccepted(token, 'quiz/attempt/complete', { attempt_id: attempt.attempt_id }, until)) finished += 1;
};

const begun = performance.now();
await Promise.all(order.tokens.map((token) => learn(token, begun)));
agent.destroy();
console.log(JSON.stringify({ calls_ms: callsMs, answers_ms: answersMs, statuses, finished } satisfies LoadResult));
