import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { ServerConfig } from './session.ts';
import type { SinkFault, SinkOptions } from './sink.ts';
import { makeTestCertificate } from './test-certificate.ts';
import { diagnose } from './diagnosis.ts';
import { configOf, sinkWith } from './test-sinks.ts';

const addresses = { sender: 'portal@acme.test', recipient: 'anna@acme.test' };
const { key, cert } = makeTestCertificate();
const auth = { user: 'portal', password: 'S3cret-пароль' };
const summary = async (config: ServerConfig, tried = addresses) => {
  const { ok, steps } = await diagnose(config, tried);
  expect(ok).toBe(steps.every((step) => step.ok));
  expect(JSON.stringify(steps)).not.toMatch(/S3cret|UzNjcmV0|mistyped|bWlzdHlwZWQ/);
  return steps.map(({ step, code }) => `${step}:${code}`).join(' ');
};

test('everything works', async () => {
  const sink = await sinkWith({ tls: { key, cert }, auth });
  const config = configOf(sink, { security: 'starttls', tls: { ca: cert }, auth });
  expect(await summary(config)).toBe('dns:ok connect:ok greeting:ok tls:ok auth:ok sender:ok recipient:ok');
  expect(sink.accepted).toEqual([]);
  expect(sink.sessions[0]!.commands.at(-1)).toBe('QUIT');
  const direct = await sinkWith({ tls: { key, cert, implicit: true } });
  expect(await summary(configOf(direct, { security: 'tls', tls: { ca: cert } }))).toBe(
    'dns:ok connect:ok tls:ok greeting:ok sender:ok recipient:ok',
  );
});

test.each<[string, SinkOptions, Partial<ServerConfig>, string]>([
  ['host not found', {}, { host: 'nobody.invalid' }, 'dns:host_not_found'],
  ['address not allowed', {}, { allowAddress: () => false }, 'dns:ok connect:connection_refused'],
  ['greeting rejected', { fault: at('greeting', 554) }, {}, 'dns:ok connect:ok greeting:greeting_rejected'],
  [
    'silence',
    { fault: (stage) => (stage === 'greeting' ? { at: stage, do: 'hang' } : undefined) },
    {},
    'dns:ok connect:ok greeting:timeout',
  ],
  ['TLS not offered', {}, { security: 'starttls' }, 'dns:ok connect:ok greeting:ok tls:tls_not_offered'],
  [
    'TLS rejected',
    { tls: { key, cert }, fault: at('starttls', 454) },
    { security: 'starttls' },
    'dns:ok connect:ok greeting:ok tls:tls_rejected',
  ],
  ['TLS on a port without', {}, { security: 'tls' }, 'dns:ok connect:ok tls:tls_not_offered'],
  ['plain on a TLS port', { tls: { key, cert, implicit: true } }, {}, 'dns:ok connect:ok greeting:timeout'],
  [
    'unknown certificate',
    { tls: { key, cert } },
    { security: 'starttls' },
    'dns:ok connect:ok greeting:ok tls:tls_certificate',
  ],
  [
    'wrong password',
    { auth },
    { auth: { ...auth, password: 'mistyped' } },
    'dns:ok connect:ok greeting:ok auth:auth_failed',
  ],
  ['no password wanted', {}, { auth }, 'dns:ok connect:ok greeting:ok auth:auth_not_offered'],
  [
    'password only under TLS',
    { auth, fault: at('auth', 538) },
    { auth },
    'dns:ok connect:ok greeting:ok auth:tls_required',
  ],
  ['sender rejected', { fault: at('mail', 550) }, {}, 'dns:ok connect:ok greeting:ok sender:sender_rejected'],
  ['password wanted late', { fault: at('mail', 530) }, {}, 'dns:ok connect:ok greeting:ok sender:auth_required'],
  [
    'TLS wanted late',
    { fault: at('mail', 530, '5.7.0 Must issue a STARTTLS command first') },
    {},
    'dns:ok connect:ok greeting:ok sender:tls_required',
  ],
  [
    'sender rejected, with the password',
    { auth, fault: at('mail', 550, `no, ${auth.password}`) },
    { auth },
    'dns:ok connect:ok greeting:ok auth:ok sender:sender_rejected',
  ],
  [
    'recipient rejected',
    { fault: at('rcpt', 550) },
    {},
    'dns:ok connect:ok greeting:ok sender:ok recipient:recipient_rejected',
  ],
  [
    'greylisted',
    { fault: at('rcpt', 450) },
    {},
    'dns:ok connect:ok greeting:ok sender:ok recipient:recipient_deferred',
  ],
  [
    'dropped at the recipient',
    { fault: (stage) => (stage === 'rcpt' ? { at: stage, do: 'drop' } : undefined) },
    {},
    'dns:ok connect:ok greeting:ok sender:ok recipient:connection_closed',
  ],
])('%s', async (_name, options, extra, steps) => {
  const sink = await sinkWith(options);
  expect(await summary(configOf(sink, { timeouts: { greetingMs: 200 }, ...extra }))).toBe(steps);
});

function at(stage: SinkFault['at'], code: number, text = 'no'): SinkOptions['fault'] {
  return (now) => (now === stage ? { at: now, do: 'reply', code, text } : undefined);
}

test('a closed port, and a server that does not speak SMTP', async () => {
  const other = createServer((socket) => void socket.on('error', () => {}).write('SSH-2.0-OpenSSH_9.2\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await summary(configOf({ port }))).toBe('dns:ok connect:ok greeting:not_smtp');
  await new Promise((resolve) => other.close(resolve));
  expect(await summary(configOf({ port }))).toBe('dns:ok connect:connection_refused');
});

test('addresses are checked before they are sent', async () => {
  const sink = await sinkWith();
  expect(await summary(configOf(sink), { sender: 'a@b.test>\r\nDATA', recipient: '' })).toMatch(
    /sender:address_invalid$/,
  );
  expect(sink.sessions[0]!.commands).toHaveLength(1);
});
