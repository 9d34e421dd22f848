import { afterEach, describe, expect, test } from 'vitest';
import { openConnection, sendOnce, type ServerConfig } from './connection.ts';
import { ServerFault } from './outcome.ts';
import { startSink, type Sink, type SinkFault, type SinkOptions, type SinkStage } from './sink.ts';
import { makeTestCertificate } from './test-certificate.ts';

const running: Sink[] = [];
const sinkWith = async (options: SinkOptions = {}) => {
  const sink = await startSink({ keepRaw: true, ...options });
  running.push(sink);
  return sink;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((sink) => sink.stop().catch(() => {})));
});

const configOf = (sink: Sink, extra: Partial<ServerConfig> = {}): ServerConfig => ({
  host: '127.0.0.1',
  port: sink.port,
  security: 'none',
  ...extra,
  timeouts: { connectMs: 2_000, greetingMs: 500, commandMs: 500, bodyMs: 500, ...extra.timeouts },
});
const envelope = { from: 'portal@acme.test', to: 'anna@acme.test' };
const letter = 'Message-ID: <1@acme.test>\r\nSubject: x\r\n\r\nhello\r\n';
const faultAt = (fault: SinkFault) => (at: SinkStage) => (at === fault.at ? fault : undefined);
const faultOf = (config: ServerConfig) =>
  openConnection(config).then(
    () => expect.fail('opened'),
    (error: unknown) => error as ServerFault,
  );

describe.each([{ pipelining: true }, { pipelining: false }])('one letter, pipelining $pipelining', ({ pipelining }) => {
  const trySend = async (fault: SinkFault | null, timeouts = {}) => {
    const sink = await sinkWith({ pipelining, ...(fault ? { fault: faultAt(fault) } : {}) });
    const gone: string[] = [];
    const outcome = await sendOnce(configOf(sink, { timeouts }), envelope, letter, {
      onDataGo: () => void gone.push('go'),
    });
    return { sink, outcome, bodyStarted: gone.length > 0 };
  };

  test('is accepted with the reply of the server, byte for byte', async () => {
    const { sink, outcome } = await trySend(null);
    expect(outcome).toEqual({ kind: 'accepted', reply: '250 2.0.0 taken' });
    expect(sink.accepted).toMatchObject([{ messageId: '<1@acme.test>', from: envelope.from, to: [envelope.to] }]);
    expect(sink.accepted[0]!.raw!.toString()).toBe(letter);
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
  ] as const)('refused at %s with %i never reaches the body', async (at, code, permanent) => {
    const { sink, outcome, bodyStarted } = await trySend({ at, do: 'reply', code, text: 'no' });
    expect(outcome).toEqual({ kind: 'refused', permanent, stage: at, code, reply: `${code} no` });
    expect(bodyStarted).toBe(false);
    expect(sink.accepted).toEqual([]);
  });

  test.each([
    [451, false],
    [421, false],
    [554, true],
  ])('refused after the dot with %i', async (code, permanent) => {
    const { sink, outcome } = await trySend({ at: 'dot', do: 'reply', code, text: 'no' });
    expect(outcome).toEqual({ kind: 'refused', permanent, stage: 'body', code, reply: `${code} no` });
    expect(sink.accepted).toEqual([]);
  });

  test.each(['mail', 'rcpt', 'data'] as const)('dropped at %s, before 354, is not sent', async (at) => {
    const { outcome, bodyStarted } = await trySend({ at, do: 'drop' });
    expect(outcome).toMatchObject({ kind: 'not_sent', stage: at });
    expect(bodyStarted).toBe(false);
  });

  test.each(['mail', 'rcpt', 'data'] as const)('silence at %s times out and is not sent', async (at) => {
    const { outcome } = await trySend({ at, do: 'hang' }, { commandMs: 80 });
    expect(outcome).toEqual({ kind: 'not_sent', stage: at, reason: 'timeout' });
  });

  test('dropped in the body is unknown', async () => {
    const { outcome, bodyStarted } = await trySend({ at: 'body', do: 'drop' });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(bodyStarted).toBe(true);
  });

  test('taken and then dropped without an answer is unknown, not an error to retry', async () => {
    const { sink, outcome } = await trySend({ at: 'dot', do: 'drop', accept: true });
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(sink.accepted).toHaveLength(1);
  });

  test('silence after the dot is unknown', async () => {
    const { outcome } = await trySend({ at: 'dot', do: 'hang' }, { bodyMs: 80 });
    expect(outcome).toEqual({ kind: 'unknown', reason: 'timeout' });
  });

  test('a late answer within the limit is an answer', async () => {
    const { outcome } = await trySend({ at: 'dot', do: 'delay', ms: 100 }, { bodyMs: 5_000 });
    expect(outcome.kind).toBe('accepted');
  });

  test('a 250 or 3xx in place of 354 does not start the letter', async () => {
    const { sink, outcome, bodyStarted } = await trySend({ at: 'data', do: 'reply', code: 250 });
    expect(outcome).toMatchObject({ kind: 'not_sent', stage: 'data' });
    expect(bodyStarted).toBe(false);
    expect(sink.accepted).toEqual([]);
  });
});

describe('the moment of 354', () => {
  test('the body waits for the hook', async () => {
    const sink = await sinkWith();
    const bodies: string[] = [];
    sink.setFault((at) => void (at === 'body' && bodies.push(at)));
    const connection = await openConnection(configOf(sink));
    let open = () => {};
    const sending = connection.send(envelope, letter, {
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
  ])('a hook that %s ends the letter as not sent and the connection with it', async (_name, onDataGo, reason) => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink));
    expect(await connection.send(envelope, letter, { onDataGo })).toEqual({ kind: 'not_sent', stage: 'data', reason });
    expect(connection.usable()).toBe(false);
    await expect.poll(() => sink.open()).toBe(0);
    expect(sink.accepted).toEqual([]);
  });

  test('a connection lost during the hook is not sent', async () => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink));
    const outcome = await connection.send(envelope, letter, {
      onDataGo: async () => {
        await sink.away();
        await expect.poll(() => connection.usable()).toBe(false);
      },
    });
    expect(outcome).toEqual({ kind: 'not_sent', stage: 'data', reason: 'connection_closed' });
  });

  test('DATA granted behind a refused recipient hands nothing over', async () => {
    const sink = await sinkWith({
      fault: (at) => (at === 'rcpt' ? { at, do: 'reply', code: 550, accept: true } : undefined),
    });
    expect(await sendOnce(configOf(sink), envelope, letter)).toMatchObject({
      kind: 'refused',
      stage: 'rcpt',
      code: 550,
    });
    expect(sink.sessions[0]!.commands.at(-1)).toBe('DATA');
    expect(sink.accepted).toEqual([]);
  });

  test('destroying the connection in the body leaves the letter unknown', async () => {
    const sink = await sinkWith({ fault: faultAt({ at: 'dot', do: 'hang' }) });
    const connection = await openConnection(configOf(sink, { timeouts: { bodyMs: 60_000 } }));
    const sending = connection.send(envelope, letter, {
      onDataGo: () => void setTimeout(() => connection.destroy(), 50),
    });
    expect((await sending).kind).toBe('unknown');
  });
});

describe('one connection, many letters', () => {
  test('is reused, also after a refusal', async () => {
    const sink = await sinkWith({
      fault: (at, { to }) =>
        at === 'rcpt' && to.length === 0 && refuseNext ? { at, do: 'reply', code: 550 } : undefined,
    });
    let refuseNext = false;
    const connection = await openConnection(configOf(sink));
    expect((await connection.send(envelope, letter)).kind).toBe('accepted');
    refuseNext = true;
    expect((await connection.send(envelope, letter)).kind).toBe('refused');
    refuseNext = false;
    expect((await connection.send(envelope, letter)).kind).toBe('accepted');
    await connection.close();
    expect(sink.sessions).toHaveLength(1);
    expect(sink.sessions[0]!.commands.filter((line) => /RSET|QUIT/.test(line))).toEqual(['RSET', 'QUIT']);
  });

  test('ends after its number of letters and refuses two at a time', async () => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink, { maxLetters: 2 }));
    const first = connection.send(envelope, letter);
    await expect(connection.send(envelope, letter)).rejects.toThrow('one letter at a time');
    await first;
    expect(connection.usable()).toBe(true);
    await connection.send(envelope, letter);
    expect(connection.usable()).toBe(false);
    await connection.close();
  });

  test('an unasked reply ends the connection and is not taken for an answer', async () => {
    const sink = await sinkWith({
      fault: (at) => (at === 'dot' ? { at, do: 'reply', code: 250, text: 'ok\r\n421 idle' } : undefined),
    });
    const connection = await openConnection(configOf(sink));
    expect((await connection.send(envelope, letter)).kind).toBe('accepted');
    await expect.poll(() => connection.usable()).toBe(false);
    expect(await connection.send(envelope, letter)).toEqual({
      kind: 'not_sent',
      stage: 'mail',
      reason: 'connection_closed',
    });
  });
});

describe('what is handed over', () => {
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
  ])('an address like %j is refused before any command', async (to) => {
    const sink = await sinkWith();
    const connection = await openConnection(configOf(sink));
    expect(await connection.send({ ...envelope, to }, letter)).toMatchObject({
      kind: 'refused',
      permanent: true,
      code: 553,
    });
    expect(sink.sessions[0]!.commands).toHaveLength(1);
    await connection.close();
  });

  test('names extensions only when they are needed and offered', async () => {
    const sink = await sinkWith({ extensions: ['8BITMIME', 'SMTPUTF8', 'SIZE 1000'] });
    await sendOnce(configOf(sink), { ...envelope, to: 'анна@почта.рф' }, 'Subject: тест\r\n\r\n');
    expect(sink.sessions[0]!.commands[1]).toBe(
      `MAIL FROM:<portal@acme.test> SIZE=${Buffer.byteLength('Subject: тест\r\n\r\n')} BODY=8BITMIME SMTPUTF8`,
    );
    expect(Buffer.from(sink.accepted[0]!.to[0]!, 'latin1').toString()).toBe('анна@xn--80a1acny.xn--p1ai');
    expect(await sendOnce(configOf(sink), envelope, 'x'.repeat(1001))).toMatchObject({
      kind: 'refused',
      code: 552,
      stage: 'mail',
    });
    const old = await sinkWith({ extensions: [] });
    expect(await sendOnce(configOf(old), { ...envelope, to: 'анна@почта.рф' }, letter)).toMatchObject({
      kind: 'refused',
      code: 553,
    });
    expect(await sendOnce(configOf(old), { ...envelope, to: 'anna@почта.рф' }, letter)).toMatchObject({
      kind: 'accepted',
    });
    expect(await sendOnce(configOf(old), envelope, 'Subject: тест\r\n\r\n')).toMatchObject({
      kind: 'refused',
      code: 554,
    });
  });
});

describe('TLS', () => {
  const { key, cert } = makeTestCertificate();

  test.each(['tls', 'starttls', 'opportunistic'] as const)('%s carries the letter encrypted', async (security) => {
    const sink = await sinkWith({ tls: { key, cert, implicit: security === 'tls' } });
    const config = configOf(sink, { security, tls: { ca: cert } });
    expect(await sendOnce(config, envelope, letter)).toMatchObject({ kind: 'accepted' });
    expect(sink.sessions[0]!.secured).toBe(true);
    expect(sink.accepted).toHaveLength(1);
  });

  test.each(['tls', 'starttls'] as const)('%s refuses a certificate that nobody vouches for', async (security) => {
    const sink = await sinkWith({ tls: { key, cert, implicit: security === 'tls' } });
    expect(await faultOf(configOf(sink, { security }))).toMatchObject({ step: 'tls', code: 'tls_certificate' });
    expect(await sendOnce(configOf(sink, { security }), envelope, letter)).toMatchObject({
      kind: 'not_sent',
      stage: 'tls',
    });
    expect(await sendOnce(configOf(sink, { security, tls: { verify: false } }), envelope, letter)).toMatchObject({
      kind: 'accepted',
    });
  });

  test('a certificate for another name or a past time is refused', async () => {
    const wrong = makeTestCertificate({ name: 'mail.other.test' });
    const sink = await sinkWith({ tls: wrong });
    const config = configOf(sink, { security: 'starttls', tls: { ca: wrong.cert } });
    expect(await faultOf(config)).toMatchObject({ code: 'tls_certificate', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    const old = makeTestCertificate({ expired: true });
    const late = await sinkWith({ tls: old });
    expect(await faultOf(configOf(late, { security: 'starttls', tls: { ca: old.cert } }))).toMatchObject({
      detail: 'CERT_HAS_EXPIRED',
    });
  });

  test('starttls never goes on in the clear; opportunistic does, but without the password', async () => {
    const auth = { user: 'u', password: 'p' };
    const sink = await sinkWith({ auth });
    expect(await faultOf(configOf(sink, { security: 'starttls' }))).toMatchObject({
      step: 'tls',
      code: 'tls_not_offered',
    });
    expect(await faultOf(configOf(sink, { security: 'opportunistic', auth }))).toMatchObject({
      step: 'auth',
      code: 'auth_needs_tls',
    });
    expect(await sendOnce(configOf(sink, { security: 'opportunistic' }), envelope, letter)).toMatchObject({
      kind: 'accepted',
    });
    expect(sink.sessions.flatMap(({ commands }) => commands).filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });

  test('words slipped in before the handshake are refused', async () => {
    const sink = await sinkWith({
      tls: { key, cert },
      fault: faultAt({ at: 'starttls', do: 'reply', code: 220, text: 'go\r\n250 injected' }),
    });
    expect(await faultOf(configOf(sink, { security: 'starttls' }))).toMatchObject({ step: 'tls', code: 'tls_failed' });
  });
});

describe('signing in', () => {
  const auth = { user: 'portal@acme.test', password: 'pässword «1»' };

  test.each([['PLAIN'], ['LOGIN']])('with %s', async (mechanism) => {
    const sink = await sinkWith({ auth, mechanisms: [mechanism, 'XOAUTH2'] });
    expect(await sendOnce(configOf(sink, { auth }), envelope, letter)).toMatchObject({ kind: 'accepted' });
    expect(sink.sessions[0]!.commands.some((line) => line.startsWith(`AUTH ${mechanism}`))).toBe(true);
  });

  test.each([['PLAIN'], ['LOGIN']])('a wrong password with %s is told without the password', async (mechanism) => {
    const sink = await sinkWith({ auth, mechanisms: [mechanism] });
    const config = configOf(sink, { auth: { user: auth.user, password: 'not-the-one' } });
    const fault = await faultOf(config);
    expect(fault).toMatchObject({ step: 'auth', code: 'auth_failed', smtpCode: 535 });
    expect(JSON.stringify([fault, fault.message])).not.toContain('not-the-one');
    expect(await sendOnce(config, envelope, letter)).toMatchObject({ kind: 'refused', stage: 'auth', permanent: true });
  });

  test('a server without a known mechanism', async () => {
    const sink = await sinkWith({ auth, mechanisms: ['NTLM'] });
    expect(await faultOf(configOf(sink, { auth }))).toMatchObject({
      code: 'auth_not_offered',
      detail: 'the server offers: NTLM',
    });
  });
});

describe('a server that cannot be used', () => {
  test('nobody listens', async () => {
    const sink = await sinkWith();
    await sink.away();
    expect(await faultOf(configOf(sink))).toMatchObject({ step: 'connect', code: 'connection_refused' });
    expect(await sendOnce(configOf(sink), envelope, letter)).toEqual({
      kind: 'not_sent',
      stage: 'connect',
      reason: 'connection_refused',
    });
  });

  test.each([
    [{ at: 'greeting', do: 'drop' }, 'connection_closed'],
    [{ at: 'greeting', do: 'hang' }, 'timeout'],
    [{ at: 'greeting', do: 'reply', code: 554 }, 'greeting_refused'],
    [{ at: 'ehlo', do: 'reply', code: 421 }, 'hello_refused'],
    [{ at: 'ehlo', do: 'hang' }, 'timeout'],
  ] as [SinkFault, string][])('%o', async (fault, code) => {
    const sink = await sinkWith({ fault: faultAt(fault) });
    expect(await faultOf(configOf(sink, { timeouts: { greetingMs: 80, commandMs: 80 } }))).toMatchObject({
      step: 'greeting',
      code,
    });
  });

  test('unknown names and addresses that are not allowed', async () => {
    const sink = await sinkWith();
    expect(await faultOf(configOf(sink, { host: 'nobody.invalid' }))).toMatchObject({
      step: 'dns',
      code: 'host_not_found',
    });
    const closed = { allowAddress: (ip: string) => !ip.startsWith('127.') && ip !== '::1' };
    expect(await faultOf(configOf(sink, closed))).toMatchObject({ step: 'dns', code: 'address_not_allowed' });
    expect(await faultOf(configOf(sink, { ...closed, host: 'localhost' }))).toMatchObject({
      code: 'address_not_allowed',
    });
    expect(sink.sessions).toEqual([]);
  });
});
