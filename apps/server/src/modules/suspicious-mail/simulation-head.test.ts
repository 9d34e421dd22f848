import { expect, test } from 'vitest';
import { SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { readSimulationHead } from './simulation-head.ts';

test('only the first header block is read, with folded and repeated fields', () => {
  const text =
    '\n\nFrom: A <A@B.test>,\n "b@c.test" <d@e.test>\nMessage-Id: <1@x>\nmessage-id: <2@x>\n\nFrom: <later@x.test>';
  expect(readSimulationHead(text)).toEqual({
    macs: [],
    messageIds: ['<1@x>', '<2@x>'],
    from: ['a@b.test', 'b@c.test', 'd@e.test'],
  });
});

test('hostile text beyond the largest size is read, and what is behind its end is not', () => {
  const hostile: ((length: number) => string)[] = [
    (n) => `From: ${'@'.repeat(n)}`,
    (n) => `From: ${'<a@b'.repeat(n / 4)}`,
    (n) => `a${' \n'.repeat(n / 2)}`,
    (n) => `From:${' x\n'.repeat(n / 3)}`,
    (n) => '!'.repeat(n),
    (n) => `x${' '.repeat(n)}`,
    (n) => 'x: y\n'.repeat(n / 5),
  ];
  // A reader that takes quadratic time does not end within the time limit of the test.
  for (const make of hostile) {
    const { from, macs, messageIds } = readSimulationHead(`${make(SIMULATION_TEXT_MAX)}\nMessage-ID: <late@x>`);
    expect(from.length).toBeLessThanOrEqual(SIMULATION_TEXT_MAX);
    expect([macs, messageIds]).toEqual([[], []]);
  }
});
