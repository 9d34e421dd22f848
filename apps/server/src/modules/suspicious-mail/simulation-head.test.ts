import { expect, test } from 'vitest';
import { SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { eightBit } from '../../platform/mail-file/test-outlook.ts';
import { readSimulationHead } from './simulation-head.ts';

test('only the first header block is read, with folded and repeated fields', () => {
  const text =
    '\n\nFrom: "b@c.test"\n <D@e.test>\nTo: <x@y.test>,\n "no@no.test" <z@y.test>\nMessage-Id: <1@x>\nmessage-id: <2@x>\n\nFrom: <later@x.test>';
  expect(readSimulationHead(text)).toEqual({
    macs: [],
    messageIds: ['<1@x>', '<2@x>'],
    hasFrom: true,
    from: 'd@e.test',
    to: ['x@y.test', 'z@y.test'],
  });
});

test.each(['koi8-r', 'windows-1251', 'ibm866'])(
  'addresses next to raw names are read, whatever charset the reader of the file took: %s',
  (charset) => {
    const raw = Buffer.concat([
      Buffer.from('From: '),
      eightBit('Отдел ИТ', charset),
      Buffer.from(' <IT@help-desk.test>\nTo: <anna@company.test>\n\n'),
    ]);
    for (const text of [raw.toString('utf8'), raw.toString('latin1'), new TextDecoder(charset).decode(raw)])
      expect(readSimulationHead(text)).toMatchObject({ from: 'it@help-desk.test', to: ['anna@company.test'] });
  },
);

test('hostile text beyond the largest size is read, and what is behind its end is not', () => {
  const hostile: ((length: number) => string)[] = [
    (n) => `From: ${'@'.repeat(n)}`,
    (n) => `From: ${'<a@b'.repeat(n / 4)}`,
    (n) => `a${' \n'.repeat(n / 2)}`,
    (n) => `From:${' x\n'.repeat(n / 3)}`,
    (n) => `From: ${'"\\'.repeat(n / 2)}`,
    (n) => `To: ${'"\\'.repeat(n / 2)}`,
    (n) => '!'.repeat(n),
    (n) => `x${' '.repeat(n)}`,
    (n) => 'x: y\n'.repeat(n / 5),
  ];
  // A reader that takes quadratic time does not end within the time limit of the test.
  for (const make of hostile) {
    const { macs, messageIds } = readSimulationHead(`${make(SIMULATION_TEXT_MAX)}\nMessage-ID: <late@x>`);
    expect([macs, messageIds]).toEqual([[], []]);
  }
});

test.each([
  ['"it@corp.test" <attacker@evil.test>', 'attacker@evil.test'],
  ['it@corp.test <attacker@evil.test>', 'attacker@evil.test'],
  ['"<it@corp.test>" <attacker@evil.test>', 'attacker@evil.test'],
  ['"a \\" <it@corp.test>" <attacker@evil.test>', 'attacker@evil.test'],
  ['=?utf-8?B?aXQ=?= <IT@corp.test>', 'it@corp.test'],
  ['it@corp.test', 'it@corp.test'],
  ['<it@corp.test> <attacker@evil.test>', null],
  ['<attacker@evil.test>, <it@corp.test>', null],
  ['attacker@evil.test, it@corp.test', null],
  ['attacker@evil.test (it@corp.test)', null],
  ['it@corp.test\nFrom: attacker@evil.test', null],
])('the sender is the one address that is no display name: %s', (value, address) => {
  expect(readSimulationHead(`From: ${value}\n`)).toMatchObject({ hasFrom: true, from: address });
});
