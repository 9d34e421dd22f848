import { once } from 'node:events';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { expect, onTestFinished, test } from 'vitest';
import type { SinkFault } from './sink.ts';
import { envelope, faultAt, email, sinkWith } from './test-sinks.ts';

/**
 * Behaviour of nodemailer's SMTP connection that differs from ours (docs/decisions/0015-smtp-connection.md). If a
 * test fails after an update of nodemailer, review that decision.
 */
const sendWithNodemailer = async (fault: SinkFault | null) => {
  const sink = await sinkWith(fault ? { fault: faultAt(fault) } : {});
  const connection = new SMTPConnection({ host: '127.0.0.1', port: sink.port, ignoreTLS: true, socketTimeout: 1_500 });
  onTestFinished(() => connection.close());
  let reads = 0;
  const message = new Readable({
    read() {
      reads += 1;
      this.push(email);
      this.push(null);
    },
  });
  connection.connect();
  await once(connection, 'connect');
  const { promise, resolve } = Promise.withResolvers<Error | null>();
  // The connection reports a timeout both by its callback and by an event.
  connection.on('error', resolve);
  // nodemailer changes the envelope object, which other tests share.
  connection.send({ ...envelope }, message, (error) => resolve(error ?? null));
  return { sink, error: await promise, reads };
};

test('nodemailer reads a message only after 354', async () => {
  expect((await sendWithNodemailer(null)).reads).toBeGreaterThan(0);
  const rejected = await sendWithNodemailer({ at: 'data', do: 'reply', code: 451 });
  expect(rejected.reads).toBe(0);
});

test('nodemailer has one timeout, and reports it the same way before 354 and after the dot', async () => {
  const before = await sendWithNodemailer({ at: 'data', do: 'hang' });
  const after = await sendWithNodemailer({ at: 'dot', do: 'hang', accept: true });
  expect(before.sink.accepted).toHaveLength(0);
  expect(after.sink.accepted).toHaveLength(1);
  for (const { error } of [before, after]) expect(error).toMatchObject({ code: 'ETIMEDOUT', command: 'CONN' });
});

test('nodemailer treats a 250 in answer to DATA as permission to send', async () => {
  const { reads } = await sendWithNodemailer({ at: 'data', do: 'reply', code: 250 });
  expect(reads).toBeGreaterThan(0);
});

test('nodemailer ends a DATA accepted after a rejected recipient with an empty message', async () => {
  const { sink, error } = await sendWithNodemailer({ at: 'rcpt', do: 'reply', code: 550, accept: true });
  expect(error).toMatchObject({ code: 'EENVELOPE' });
  await expect.poll(() => sink.accepted.map(({ raw }) => raw!.toString())).toEqual(['']);
});
