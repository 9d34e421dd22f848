import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeIdleConnections } from './idle-connections.ts';

test('a client that got its answer before it had sent everything does not hold the stop', async () => {
  const app = Fastify();
  closeIdleConnections(app);
  app.addContentTypeParser('*', (_request, body, done) => {
    body.resume();
    done(null);
  });
  app.post('/', async () => 'early');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-test\r\ncontent-length: 8\r\n\r\nhalf');
  const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  const gone = once(socket, 'close');
  const closed = app.close();
  socket.write('half');
  await closed;
  await gone;
});

test('a server that never listened closes', async () => {
  const app = Fastify();
  closeIdleConnections(app);
  await app.ready();
  await expect(app.close()).resolves.toBeUndefined();
});
