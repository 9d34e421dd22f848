import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

/** Sends raw text and returns everything that the server sends before it closes the connection. */
const send = (text: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(portal.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.once('error', fail).once('close', () => done(answer));
    socket.write(text);
  });

test.each([
  ['an address that cannot be decoded', 'GET /lk/%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 400],
  ['half a character', 'GET /lk/%E0%A4%A HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 400],
  ['no HTTP at all', 'HELO localhost\r\n\r\n', 400],
  ['an unknown protocol version', 'GET / HTTP/9.9\r\nhost: localhost\r\n\r\n', 400],
  ['a header that is too long', `GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('the answer to %s carries the security headers', async (_, text, status) => {
  const answer = await send(text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of [
    /content-security-policy: default-src 'none'/i,
    /x-content-type-options: nosniff/i,
    /x-frame-options: deny/i,
  ])
    expect(answer).toMatch(header);
});

test('the head of a request is awaited for ten seconds', () => {
  const { headersTimeout } = portal.app.server as { headersTimeout?: number };
  expect(headersTimeout).toBe(10_000);
});
