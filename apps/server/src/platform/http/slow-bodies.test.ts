import { connect } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closeSlowBodies } from './slow-bodies.ts';

const listen = async (limits: Parameters<typeof closeSlowBodies>[1]) => {
  const app = Fastify();
  closeSlowBodies(app, limits);
  app.addContentTypeParser('*', async (_request: unknown, body: AsyncIterable<Buffer>) => {
    let size = 0;
    for await (const part of body) size += part.length;
    return size;
  });
  app.post('/', async (request) => `took ${String(request.body)}`);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const at = app.server.address();
  return typeof at === 'object' && at ? at.port : 0;
};
/** Sends a body of `parts` parts with a pause after each. Returns the status line. */
const send = async (
  port: number,
  { parts, bytes, pauseMs, header = '' }: { parts: number; bytes: number; pauseMs: number; header?: string },
) => {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  const closed = new Promise<void>((done) => socket.once('close', () => done()));
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\n${header}connection: close\r\ncontent-type: application/x-test\r\ncontent-length: ${parts * bytes}\r\n\r\n`,
  );
  for (let i = 0; i < parts && !socket.destroyed && answer === ''; i += 1) {
    socket.write('a'.repeat(bytes));
    await pass(pauseMs);
  }
  await closed;
  return answer.split('\r\n')[0];
};
const signedIn = 'authorization: Bearer x\r\n';

test('an upload that progresses slowly is accepted, however long it takes', async () => {
  const port = await listen({ periodMs: 1_000, minBytes: 500, anonymousMs: 1_500 });
  expect(await send(port, { parts: 120, bytes: 100, pauseMs: 20, header: signedIn })).toBe('HTTP/1.1 200 OK');
});

test('a body of a few bytes at a time is cut, and so is a long one without a session', async () => {
  const port = await listen({ periodMs: 1_000, minBytes: 500, anonymousMs: 1_500 });
  expect(await send(port, { parts: 500, bytes: 1, pauseMs: 10, header: signedIn })).toBe(
    'HTTP/1.1 408 Request Timeout',
  );
  expect(await send(port, { parts: 500, bytes: 100, pauseMs: 10 })).toBe('HTTP/1.1 408 Request Timeout');
});
