import type { CommitSent } from '@sergak/contract/scorm/runtime.schema.ts';
import { expect, test } from 'vitest';
import type { CommitOutcome } from '../shared/commit-transport.ts';
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
