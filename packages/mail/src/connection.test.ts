import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openConnection, sendOnce } from './connection.ts';
import type { SinkFault } from './sink.ts';
import { configOf, envelope, faultAt, email, sinkWith } from './test-sinks.ts';

describe.each([{ pipelining: true }, { pipelining: false }])('one email, pipelining $pipelining', ({ pipelining }) => {
  const trySend = async (fault: SinkFault | null, timeouts = {}) => {
    const sink = await sinkWith({ pipelining, ...(fault ? { fault: faultAt(fault) } : {}) });
    const gone: string[] = [];
    const outcome = await sendOnce(configOf(sink, { timeouts }), envelope, email, {
      onDataGo: () => void gone.push('go'),
    });
    return { sink, outcome, bodyStarted: gone.length > 0 };
  };

  test('is accepted with the reply of the server, byte for byte', async () => {
    const { sink, outcome } = await trySend(null);
    expect(outcome).toEqual({ kind: 'accepted', reply: '250 2.0.0 taken' });
    expect(sink.accepted).toMatchObject([{ messageId: '<1@acme.test>', from: envelope.from, to: [envelope.to] }]);
    expect(sink.accepted[0]!.raw!.toString()).toBe(email);
    const [mail, rcpt, data] = sink.sessions[0]!.commands.slice(1);
    expect([mail, rcpt, data]).toEqual(['MAIL FROM:<portal@acme.test>', 'RCPT TO:<anna@acme.test>', 'DATA']);
  });

  test.each([
    ['mail', 450, false],
    ['mail', 550, true],
    ['rcpt', 451, false],
    ['rcpt', 550, true],
    ['data', 452, false],
    ['data', 554, true],
    ['mail', 421, false],
  ] as const)('rejected at %s with %i never reaches the body', async (at, code, permanent) => {
    const { sink, outcome, bodyStarted } = await trySend({ at, do: 'reply', code, text: 'no' });
    expect(outcome).toEqual({ kind: 'rejected', permanent, stage: at, code, reply: `${code} no` });
    expect(bodyStarted).toBe(false);
    expect(sink.accepted).toEqual([]);
  });

  test.each([
    [451, false],
    [421, false],
    [554, true],
  ])('rejected after the dot with %i', async (code, permanent) => {
    const { sink, outcome } = await trySend({ at: 'dot', do: 'reply', code, text: 'no' });
    expect(outcome).toEqual({ kind: 'rejected', permanent, stage: 'body', code, reply: `${code} no` });
    expect(sink.accepted).toEqual([]);
  });

  test.each(['mail', 'rcpt', 'data'] as const)('dropped at %s, before 354, is not sent', async (at) => {
    const { outcome, bodyStarted } = await trySend({ at, do: 'drop' });
    expect(outcome).toMatchObject({ kind: 'not_sent', stage: at });
    expect(bodyStarted).toBe(false);
  });

  test.each(['mail', 'rcpt', 'data'] as const)('silence at %s times out and is not sent', async (at) => {
    // Long enough for the earlier answers on a busy machine: the limit holds for each command.
    const { outcome } = await trySend({ at, do: 'hang' }, { commandMs: 500 });
    expect(outcome).toEqual({ kind: 'not_sent', stage: at, reason: 'timeout' });
  });

  test('a connection dropped during the body is unknown', async () => {
    const { outcome, bodyStarted } = await trySend({ at: 'body', do: 'drop' });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(bodyStarted).toBe(true);
  });

  test('accepted and then dropped without an answer is unknown, not an error to retry', async () => {
    const { sink, outcome } = await trySend({ at: 'dot', do: 'drop', accept: true });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(sink.accepted).toHaveLength(1);
  });

  test('silence after the dot is unknown', async () => {
    const { outcome } = await trySend({ at: 'dot', do: 'hang' }, { bodyMs: 80 });
    expect(outcome).toEqual({ kind: 'unknown', reason: 'timeout' });
  });

  test('the wait after the dot and the wait for a command have separate limits', async () => {
    // With one limit for both, one of the two would wait for ten minutes here.
    const afterDot = await trySend({ at: 'dot', do: 'hang' }, { commandMs: 600_000, bodyMs: 80 });
    expect(afterDot.outcome).toEqual({ kind: 'unknown', reason: 'timeout' });
    const command = await trySend({ at: 'rcpt', do: 'hang' }, { commandMs: 500, bodyMs: 600_000 });
    expect(command.outcome).toEqual({ kind: 'not_sent', stage: 'rcpt', reason: 'timeout' });
  });

  test('a late answer within the limit counts', async () => {
    const { outcome } = await trySend({ at: 'dot', do: 'delay', ms: 100 }, { bodyMs: 5_000 });
    expect(outcome.kind).toBe('accepted');
  });

  test('a 250 or 3xx instead of 354 does not start the email', async () => {
    const { sink, outcome, bodyStarted } = await trySend({ at: 'data', do: 'reply', code: 250 });
    expect(outcome).toMatchObject({ kind: 'not_sent', stage: 'data' });
    expect(bodyStarted).toBe(false);
    expect(sink.accepted).toEqual([]);
  });
});

describe('between 354 and the body', () => {
  test('with PIPELINING all three commands are sent before the first answer, and the body waits', async () => {
    let received = '';
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 slow\r\n');
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (/^EHLO .*\r\n$/.test(received)) socket.write('250-slow\r\n250 PIPELINING\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connection = await openConnection(configOf({ port }, { timeouts: { commandMs: 600_000 } }));
    const sending = connection.send(envelope, email);
    await expect.poll(() => received).toMatch(/\r\nMAIL FROM:.*\r\nRCPT TO:.*\r\nDATA\r\n$/);
    connection.destroy();
    expect(await sending).toMatchObject({ kind: 'not_sent', stage: 'mail' });
  });

  test('the body waits for the hook', async () => {
    const sink = await sinkWith();
    const bodies: string[] = [];
    sink.setFault((at) => void (at === 'body' && bodies.push(at)));
    const connection = await openConnection(configOf(sink));
    let open = () => {};
    const sending = connection.send(envelope, email, {
      onDataGo: () =>
        new Promise<void>((resolve) => {
          open = resolve;
        }),
    });
    await expect.poll(() => sink.sessions[0]!.commands.at(-1)).toBe('DATA');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bodies).toEqual([]);
    open();
    expect((await sending).kind).toBe('accepted');
    await connection.close();
  });

  test.each([
    ['says no', () => false as const, 'stopped'],
    ['fails', () => Promise.reject(new Error('database away')), 'hook_failed: database away'],
  ])('a hook that %s ends the email as not sent and closes the connection', async (_name, onDataGo, reason) => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink));
    expect(await connection.send(envelope, email, { onDataGo })).toEqual({ kind: 'not_sent', stage: 'data', reason });
    expect(connection.usable()).toBe(false);
    await expect.poll(() => sink.open()).toBe(0);
    expect(sink.accepted).toEqual([]);
  });

  test('a connection lost during the hook is not sent', async () => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink));
    const outcome = await connection.send(envelope, email, {
      onDataGo: async () => {
        await sink.away();
        await expect.poll(() => connection.usable()).toBe(false);
      },
    });
    expect(outcome).toEqual({ kind: 'not_sent', stage: 'data', reason: 'connection_closed' });
  });

  test('a DATA accepted after a rejected recipient sends no email', async () => {
    const sink = await sinkWith({
      fault: (at) => (at === 'rcpt' ? { at, do: 'reply', code: 550, accept: true } : undefined),
    });
    const connection = await openConnection(configOf(sink));
    expect(await connection.send(envelope, email)).toMatchObject({
      kind: 'rejected',
      stage: 'rcpt',
      code: 550,
    });
    expect(connection.usable()).toBe(false); // the server would treat the next command as the email
    expect(sink.sessions[0]!.commands.at(-1)).toBe('DATA');
    expect(sink.accepted).toEqual([]);
  });

  test('destroying the connection during the body leaves the email unknown', async () => {
    const sink = await sinkWith({ fault: faultAt({ at: 'dot', do: 'hang' }) });
    const connection = await openConnection(configOf(sink, { timeouts: { bodyMs: 60_000 } }));
    const sending = connection.send(envelope, email, {
      onDataGo: () => void setTimeout(() => connection.destroy(), 50),
    });
    expect((await sending).kind).toBe('unknown');
  });
});

describe('one connection, many emails', () => {
  test('is reused, also after a rejection', async () => {
    const sink = await sinkWith({
      fault: (at, { to }) =>
        at === 'rcpt' && to.length === 0 && rejectNext ? { at, do: 'reply', code: 550 } : undefined,
    });
    let rejectNext = false;
    const connection = await openConnection(configOf(sink));
    expect((await connection.send(envelope, email)).kind).toBe('accepted');
    rejectNext = true;
    expect((await connection.send(envelope, email)).kind).toBe('rejected');
    rejectNext = false;
    expect((await connection.send(envelope, email)).kind).toBe('accepted');
    await connection.close();
    expect(sink.sessions).toHaveLength(1);
    expect(sink.sessions[0]!.commands.filter((line) => /RSET|QUIT/.test(line))).toEqual(['RSET', 'QUIT']);
  });

  test('a connection is not used again after a 421', async () => {
    const sink = await sinkWith({ fault: faultAt({ at: 'dot', do: 'say', text: '421 closing' }) });
    const connection = await openConnection(configOf(sink));
    expect(await connection.send(envelope, email)).toMatchObject({ kind: 'rejected', permanent: false, code: 421 });
    expect(connection.usable()).toBe(false);
  });

  test('ends after its number of emails and rejects two at a time', async () => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink, { maxEmails: 2 }));
    const first = connection.send(envelope, email);
    await expect(connection.send(envelope, email)).rejects.toThrow('one email at a time');
    await first;
    expect(connection.usable()).toBe(true);
    await connection.send(envelope, email);
    expect(connection.usable()).toBe(false);
    await connection.close();
  });

  test('an unsolicited reply closes the connection and is not treated as an answer', async () => {
    const sink = await sinkWith({
      fault: (at) => (at === 'dot' ? { at, do: 'reply', code: 250, text: 'ok\r\n421 idle' } : undefined),
    });
    const connection = await openConnection(configOf(sink));
    expect((await connection.send(envelope, email)).kind).toBe('accepted');
    await expect.poll(() => connection.usable()).toBe(false);
    expect(await connection.send(envelope, email)).toEqual({
      kind: 'not_sent',
      stage: 'mail',
      reason: 'connection_closed',
    });
  });
});

describe('transferred content', () => {
  test.each([
    ['dots', '.\r\n..\r\n.a\r\nb.\r\n', '.\r\n..\r\n.a\r\nb.\r\n'],
    ['no line end', 'a', 'a\r\n'],
    ['bare LF and CR', 'a\n.\nb\r.\rc\r\n', 'a\r\n.\r\nb\r\n.\r\nc\r\n'],
    ['smuggling', 'a\n.\r\nMAIL FROM:<x@y.test>\r\n', 'a\r\n.\r\nMAIL FROM:<x@y.test>\r\n'],
    ['nothing', '', ''],
  ])('%s', async (_name, sent, received) => {
    const sink = await sinkWith();
    expect((await sendOnce(configOf(sink), envelope, sent)).kind).toBe('accepted');
    expect(sink.accepted).toHaveLength(1);
    expect(sink.accepted[0]!.raw!.toString()).toBe(received);
  });

  test.each([
    'a@b.test>\r\nRCPT TO:<c@d.test',
    'a b@c.test',
    'a@b.test\n',
    '<a@b.test>',
    'a',
    'a@',
    '@b.test',
    '"a b"@c.test',
    'a..b@c.test',
    'a@-b.test',
    'a,b@c.test',
    'a@[127.0.0.1]',
    '',
    'a\u202eb@c.test',
    'a\u200bb@c.test',
  ])('an address like %j is rejected before any command', async (to) => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink));
    expect(await connection.send({ ...envelope, to }, email)).toMatchObject({
      kind: 'rejected',
      permanent: true,
      code: 553,
    });
    expect(sink.sessions[0]!.commands).toHaveLength(1);
    await connection.close();
  });

  test('extensions are named only if needed and offered', async () => {
    const sink = await sinkWith({ extensions: ['8BITMIME', 'SMTPUTF8', 'SIZE 1000'] });
    await sendOnce(configOf(sink), { ...envelope, to: 'анна@почта.рф' }, 'Subject: тест\r\n\r\n');
    expect(sink.sessions[0]!.commands[1]).toBe(
      `MAIL FROM:<portal@acme.test> SIZE=${Buffer.byteLength('Subject: тест\r\n\r\n')} BODY=8BITMIME SMTPUTF8`,
    );
    expect(Buffer.from(sink.accepted[0]!.to[0]!, 'latin1').toString()).toBe('анна@xn--80a1acny.xn--p1ai');
    expect(await sendOnce(configOf(sink), envelope, 'x'.repeat(1001))).toMatchObject({
      kind: 'rejected',
      code: 552,
      stage: 'mail',
    });
    const old = await sinkWith({ extensions: [] });
    expect(await sendOnce(configOf(old), { ...envelope, to: 'анна@почта.рф' }, email)).toMatchObject({
      kind: 'rejected',
      code: 553,
    });
    expect(await sendOnce(configOf(old), { ...envelope, to: 'anna@почта.рф' }, email)).toMatchObject({
      kind: 'accepted',
    });
    expect(await sendOnce(configOf(old), envelope, 'Subject: тест\r\n\r\n')).toMatchObject({
      kind: 'rejected',
      code: 554,
    });
  });
});
