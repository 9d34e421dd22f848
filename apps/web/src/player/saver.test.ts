import type { CommitAnswer, CommitSent } from '@sergak/contract/scorm/runtime.schema.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { sendCommit, type CommitOutcome } from '../shared/commit-transport.ts';
import { Saver, type SaveState } from './saver.ts';

/** A saver whose server answers when the test says so. */
const start = () => {
  const sent: CommitSent[] = [];
  const beacons: CommitSent[] = [];
  const states: SaveState[] = [];
  const retries: (() => void)[] = [];
  let answer: (outcome: CommitOutcome) => void = () => undefined;
  const saver = new Saver(
    {
      send: (body) => {
        sent.push(JSON.parse(body) as CommitSent);
        return new Promise((resolve) => (answer = resolve));
      },
      beacon: (body) => body.length < 60_000 && beacons.push(JSON.parse(body) as CommitSent) > 0,
      later: (work) => {
        retries.push(work);
        return () => undefined;
      },
    },
    { state: (state) => states.push(state), stored: () => undefined },
  );
  const reply = async (outcome: CommitOutcome = { kind: 'answered', answer: { saved: true, sequence: 0 } }) => {
    answer(outcome);
    await Promise.resolve();
    await Promise.resolve();
  };
  saver.begin('a', {});
  return { saver, sent, beacons, states, retries, reply };
};

test('only what changed since the last acknowledged commit is sent', async () => {
  const { saver, sent, reply, states } = start();
  saver.note('a', { x: '1', y: '1' }, false, 1);
  saver.flush();
  saver.note('a', { x: '2', y: '1' }, false, 2);
  saver.flush();
  expect(sent, 'one request at a time').toHaveLength(1);
  await reply();
  expect(sent.map(({ changes }) => changes)).toEqual([{ x: '1', y: '1' }, { x: '2' }]);
  await reply();
  expect(states.at(-1)).toBe('saved');
  expect(saver.isSaved()).toBe(true);
});

test('a lost commit is contained in the next one, with a greater number', async () => {
  const { saver, sent, retries, reply, states } = start();
  saver.note('a', { x: '1' }, false, 1);
  saver.flush();
  await reply({ kind: 'later' });
  expect(states.at(-1)).toBe('offline');
  saver.note('a', { x: '1', y: '2' }, false, 2);
  retries[0]!();
  expect(sent[1]).toMatchObject({ changes: { x: '1', y: '2' } });
  expect(sent[1]!.sequence).toBeGreaterThan(sent[0]!.sequence);
});

test('a closing page sends a large state in two parts, the small elements for certain', () => {
  const { saver, beacons } = start();
  saver.note('a', { 'cmi.suspend_data': 'x'.repeat(64_000), 'cmi.location': '7' }, false, 1);
  saver.close();
  expect(beacons).toMatchObject([{ changes: { 'cmi.location': '7' }, closing: true }]);
});

test('a superseded player stops', async () => {
  const { saver, sent, reply, states } = start();
  saver.note('a', { x: '1' }, false, 1);
  saver.flush();
  await reply({ kind: 'answered', answer: { saved: false, sequence: 1, reason: 'superseded' } });
  saver.note('a', { x: '2' }, false, 2);
  saver.flush();
  expect(states.at(-1)).toBe('superseded');
  expect(sent).toHaveLength(1);
});

test('a rejected commit is repeated without the element that is rejected, and the end of the SCO says that something is lost', async () => {
  const { saver, sent, reply, states } = start();
  const rejectsBad = async (): Promise<void> => {
    const commit = sent.at(-1)!;
    await reply('bad' in commit.changes ? { kind: 'rejected' } : undefined);
  };
  const cmi = { x: '1', bad: '!', 'cmi.success_status': 'failed', y: '2', z: '3' };
  saver.note('a', cmi, true, 1);
  saver.flush();
  for (let n = 0; n < 12 && !saver.isSaved(); n += 1) await rejectsBad();
  const accepted = sent.filter(({ changes }) => !('bad' in changes));
  expect(Object.assign({}, ...accepted.map(({ changes }) => changes))).toEqual({ ...cmi, bad: undefined });
  expect(
    accepted.findIndex(({ changes }) => 'cmi.success_status' in changes),
    'the verdict comes first',
  ).toBe(0);
  expect(sent.at(-1)).toMatchObject({ ended: true, lost: true });
  expect(
    accepted.slice(0, -1).some(({ ended }) => ended),
    'only the last part ends the SCO',
  ).toBe(false);
  expect(states.at(-1), 'the learner sees it').toBe('rejected');
  expect(saver.isSaved()).toBe(true);
  saver.note('a', { ...cmi, bad: 'good' }, true, 2);
  saver.flush();
  expect(sent.at(-1)!.changes, 'a new value is tried again').toEqual({ bad: 'good' });
  await reply();
  expect(states.at(-1)).toBe('saved');
});

test('an element that the server left out is not sent again, and is shown as not saved', async () => {
  const { saver, sent, reply, states } = start();
  saver.note('a', { x: '1', 'cmi.interactions.1000.id': 'q' }, false, 1);
  saver.flush();
  await reply({ kind: 'answered', answer: { saved: true, sequence: 1, rejected: ['cmi.interactions.1000.id'] } });
  expect(states.at(-1)).toBe('rejected');
  saver.note('a', { x: '2', 'cmi.interactions.1000.id': 'q' }, false, 2);
  saver.flush();
  expect(sent[1]).toMatchObject({ changes: { x: '2' }, lost: true });
});

test('a rejected state of sequencing costs neither the elements nor the end', async () => {
  const { saver, sent, reply } = start();
  saver.note('a', { x: '1' }, true, 1, { sequencing: 'large' });
  saver.flush();
  await reply({ kind: 'rejected' });
  expect(sent[1]).toMatchObject({ changes: { x: '1' }, ended: true });
  expect(sent[1]).not.toHaveProperty('sequencing');
});

test('a commit that is rejected as a whole is kept and tried again later', async () => {
  const { saver, sent, retries, reply, states } = start();
  saver.note('a', {}, true, 1);
  saver.flush();
  await reply({ kind: 'rejected' });
  expect(states.at(-1)).toBe('rejected');
  expect(saver.isSaved()).toBe(false);
  retries[0]!();
  expect(sent[1]).toMatchObject({ ended: true });
});

test('a large state goes in parts that the server takes, and only the last one ends the SCO', async () => {
  const { saver, sent, reply } = start();
  const cmi: Record<string, string> = { 'cmi.core.lesson_status': 'failed' };
  for (let n = 0; n < 900; n += 1) cmi[`cmi.interactions.${n}.student_response`] = 'ответ '.repeat(60);
  saver.note('a', cmi, true, 1);
  saver.flush();
  for (let n = 0; n < 20 && !saver.isSaved(); n += 1) await reply();
  expect(sent.length).toBeGreaterThan(2);
  for (const one of sent) expect(new Blob([JSON.stringify(one)]).size).toBeLessThan(256_000);
  expect(sent[0]!.changes).toHaveProperty(['cmi.core.lesson_status']);
  expect(sent.map(({ ended }) => ended)).toEqual([...sent.slice(1).map(() => false), true]);
  expect(Object.keys(Object.assign({}, ...sent.map(({ changes }) => changes)))).toHaveLength(901);
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['rejected', [400, 402, 403, 405, 409, 413, 414, 421, 422, 431, 451]],
  ['later', [408, 425, 429, 500, 502, 503, 504, 507]],
  ['ended', [401, 404]],
])('an answer means %s if it is one of %j', async (kind, statuses) => {
  for (const status of statuses) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<h1>No</h1>', { status })));
    expect(await sendCommit('commit', '{}'), String(status)).toEqual({ kind });
  }
});

test('what a firewall on the way forbids does not stop the rest', async () => {
  const { saver, sent, retries, reply } = start();
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) =>
    Promise.resolve(
      body.includes('<script>')
        ? new Response('Forbidden', { status: 403 })
        : Response.json({ saved: true, sequence: 1 } satisfies CommitAnswer),
    ),
  );
  saver.note('a', { x: '1', y: '<script>', z: '3' }, true, 1);
  saver.flush();
  for (let n = 0; n < 8 && !saver.isSaved(); n += 1)
    await reply(await sendCommit('commit', JSON.stringify(sent.at(-1))));
  expect(saver.isSaved()).toBe(true);
  expect(sent.at(-1)).toMatchObject({ ended: true, lost: true });
  expect(retries).toHaveLength(0);
});
