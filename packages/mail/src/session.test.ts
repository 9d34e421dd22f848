import { describe, expect, test } from 'vitest';
import { openConnection, sendOnce, type ServerConfig } from './connection.ts';
import type { ServerFault } from './outcome.ts';
import type { SinkFault } from './sink.ts';
import { makeTestCertificate } from './test-certificate.ts';
import { configOf, envelope, faultAt, email, sinkWith } from './test-sinks.ts';

const faultOf = (config: ServerConfig) =>
  openConnection(config).then(
    () => expect.fail('opened'),
    (error: unknown) => error as ServerFault,
  );

describe('TLS', () => {
  const { key, cert } = makeTestCertificate();

  test.each(['tls', 'starttls', 'opportunistic'] as const)('%s carries the email encrypted', async (security) => {
    const sink = await sinkWith({ tls: { key, cert, implicit: security === 'tls' } });
    const config = configOf(sink, { security, tls: { ca: cert } });
    expect(await sendOnce(config, envelope, email)).toMatchObject({ kind: 'accepted' });
    expect(sink.sessions[0]!.secured).toBe(true);
    expect(sink.accepted).toHaveLength(1);
  });

  test.each(['tls', 'starttls'] as const)('%s rejects an untrusted certificate', async (security) => {
    const sink = await sinkWith({ tls: { key, cert, implicit: security === 'tls' } });
    expect(await faultOf(configOf(sink, { security }))).toMatchObject({ step: 'tls', code: 'tls_certificate' });
    expect(await sendOnce(configOf(sink, { security }), envelope, email)).toMatchObject({
      kind: 'not_sent',
      stage: 'tls',
    });
    expect(await sendOnce(configOf(sink, { security, tls: { verify: false } }), envelope, email)).toMatchObject({
      kind: 'accepted',
    });
  });

  test('a certificate for another name or an expired one is rejected', async () => {
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

  test.each(['tls', 'starttls'] as const)('%s distinguishes the same outcomes', async (security) => {
    const sink = await sinkWith({ tls: { key, cert, implicit: security === 'tls' } });
    const config = configOf(sink, { security, tls: { ca: cert } });
    sink.setFault(faultAt({ at: 'data', do: 'drop' }));
    expect(await sendOnce(config, envelope, email)).toMatchObject({ kind: 'not_sent', stage: 'data' });
    sink.setFault(faultAt({ at: 'dot', do: 'drop', accept: true }));
    expect(await sendOnce(config, envelope, email)).toMatchObject({ kind: 'unknown' });
    sink.setFault(faultAt({ at: 'dot', do: 'reply', code: 451 }));
    expect(await sendOnce(config, envelope, email)).toMatchObject({
      kind: 'rejected',
      permanent: false,
      stage: 'body',
    });
  });

  test('starttls never continues without encryption; opportunistic does, but without the password', async () => {
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
    expect(await sendOnce(configOf(sink, { security: 'opportunistic' }), envelope, email)).toMatchObject({
      kind: 'accepted',
    });
    expect(sink.sessions.flatMap(({ commands }) => commands).filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });

  test('opportunistic sends a password only after the certificate was checked', async () => {
    const auth = { user: 'u', password: 'p' };
    const sink = await sinkWith({ auth, tls: { key, cert } });
    const opportunistic = { security: 'opportunistic', auth } as const;
    for (const tls of [undefined, { verify: false }])
      expect(await faultOf(configOf(sink, { ...opportunistic, tls }))).toMatchObject({
        step: 'tls',
        code: 'tls_certificate',
      });
    expect(sink.sessions.flatMap(({ commands }) => commands).filter((line) => line.startsWith('AUTH'))).toEqual([]);
    const trusted = configOf(sink, { ...opportunistic, tls: { ca: cert } });
    expect(await sendOnce(trusted, envelope, email)).toMatchObject({ kind: 'accepted' });
  });

  test('text injected before the handshake is rejected', async () => {
    for (const words of ['250 injected', '250-injected']) {
      const sink = await sinkWith({
        tls: { key, cert },
        fault: faultAt({ at: 'starttls', do: 'say', text: `220 go\r\n${words}` }),
      });
      const config = configOf(sink, { security: 'starttls', tls: { ca: cert } });
      expect(await faultOf(config)).toMatchObject({ step: 'tls', code: 'tls_failed' });
    }
  });

  test('extensions offered before the handshake are ignored', async () => {
    const sink = await sinkWith({
      tls: { key, cert },
      fault: (at, { secured }) =>
        at === 'ehlo' && !secured ? { at, do: 'say', text: '250-sink\r\n250-SIZE 10\r\n250 STARTTLS' } : undefined,
    });
    const config = configOf(sink, { security: 'starttls', tls: { ca: cert } });
    expect(await sendOnce(config, envelope, email)).toMatchObject({ kind: 'accepted' });
  });
});

describe('sign-in', () => {
  const auth = { user: 'portal@acme.test', password: 'pässword «1»' };

  test.each([['PLAIN'], ['LOGIN']])('with %s', async (mechanism) => {
    const sink = await sinkWith({ auth, mechanisms: [mechanism, 'XOAUTH2'] });
    expect(await sendOnce(configOf(sink, { auth }), envelope, email)).toMatchObject({ kind: 'accepted' });
    expect(sink.sessions[0]!.commands.some((line) => line.startsWith(`AUTH ${mechanism}`))).toBe(true);
  });

  test.each([['PLAIN'], ['LOGIN']])('a wrong password with %s is reported without the password', async (mechanism) => {
    const sink = await sinkWith({ auth, mechanisms: [mechanism] });
    const config = configOf(sink, { auth: { user: auth.user, password: 'not-the-one' } });
    const fault = await faultOf(config);
    expect(fault).toMatchObject({ step: 'auth', code: 'auth_failed', smtpCode: 535 });
    expect(JSON.stringify([fault, fault.message])).not.toContain('not-the-one');
    expect(await sendOnce(config, envelope, email)).toMatchObject({ kind: 'rejected', stage: 'auth', permanent: true });
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
  test('a closed port', async () => {
    const sink = await sinkWith();
    await sink.away();
    expect(await faultOf(configOf(sink))).toMatchObject({ step: 'connect', code: 'connection_refused' });
    expect(await sendOnce(configOf(sink), envelope, email)).toEqual({
      kind: 'not_sent',
      stage: 'connect',
      reason: 'connection_refused',
    });
  });

  test.each([
    [{ at: 'greeting', do: 'drop' }, 'connection_closed'],
    [{ at: 'greeting', do: 'hang' }, 'timeout'],
    [{ at: 'greeting', do: 'reply', code: 554 }, 'greeting_rejected'],
    [{ at: 'ehlo', do: 'reply', code: 421 }, 'hello_rejected'],
    [{ at: 'ehlo', do: 'hang' }, 'timeout'],
  ] as [SinkFault, string][])('%o', async (fault, code) => {
    const sink = await sinkWith({ fault: faultAt(fault) });
    expect(await faultOf(configOf(sink, { timeouts: { greetingMs: 80, commandMs: 80 } }))).toMatchObject({
      step: 'greeting',
      code,
    });
  });

  test('unknown names and addresses that are not allowed are rejected', async () => {
    const sink = await sinkWith();
    expect(await faultOf(configOf(sink, { host: 'nobody.invalid' }))).toMatchObject({
      step: 'dns',
      code: 'host_not_found',
    });
    const closed = { allowAddress: (ip: string) => !ip.startsWith('127.') && ip !== '::1' };
    expect(await faultOf(configOf(sink, closed))).toMatchObject({
      step: 'connect',
      code: 'connection_refused',
    });
    expect(await faultOf(configOf(sink, { ...closed, host: 'localhost' }))).toMatchObject({
      code: 'connection_refused',
    });
    expect(sink.sessions).toEqual([]);
  });

  test('the connection uses a checked address, and the address of the peer is checked again', async () => {
    const sink = await sinkWith();
    const checkedAddresses: string[] = [];
    const allowAddress = (ip: string) => checkedAddresses.push(ip) > 0 && ip === '127.0.0.1';
    const connection = await openConnection(configOf(sink, { host: 'localhost', allowAddress }));
    await connection.close();
    // The lookup may also have returned ::1; the last check is for the peer of the open connection.
    expect(checkedAddresses.filter((ip) => ip === '127.0.0.1')).toHaveLength(2);
    expect(checkedAddresses.at(-1)).toBe('127.0.0.1');
    let times = 0;
    const changed = configOf(sink, { host: '127.0.0.1', allowAddress: () => (times += 1) === 1 });
    expect(await faultOf(changed)).toMatchObject({ step: 'connect', code: 'connection_refused' });
    expect(sink.sessions.at(-1)!.commands).toEqual([]);
  });
});
