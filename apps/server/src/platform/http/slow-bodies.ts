import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { closeWith } from './framework-errors.ts';

/** Minimum number of bytes per period, and the longest time of a request without a credential. */
export type SlowBodyLimits = { readonly periodMs: number; readonly minBytes: number; readonly anonymousMs: number };

/**
 * 512 bytes a second is the speed of a bad mobile line. A request that sends a few bytes at a time to hold a
 * connection is far slower. Requests without a credential have small bodies only, and two minutes for them.
 */
export const slowBodyLimits: SlowBodyLimits = { periodMs: 20_000, minBytes: 10_240, anonymousMs: 120_000 };

const carriesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const carriesCredential = ({ headers }: IncomingMessage) =>
  headers.authorization !== undefined || headers['x-auth-token'] !== undefined || headers.cookie !== undefined;

/** Closes connections whose body arrives too slowly. A body that waits for this server to read it is not slow. */
export const closeSlowBodies = (app: FastifyInstance, { periodMs, minBytes, anonymousMs }: SlowBodyLimits): void => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { socket } = raw;
    // An injected request has no connection to close.
    if (!carriesBody(raw) || !(socket instanceof Socket)) return;
    const begun = performance.now();
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return clearInterval(timer);
      const isWaitingForUs = raw.readableLength > 0;
      const isTooSlow = !isWaitingForUs && socket.bytesRead - seen < minBytes;
      const isTooLong = !carriesCredential(raw) && performance.now() - begun > anonymousMs;
      seen = socket.bytesRead;
      if (!isTooSlow && !isTooLong) return;
      clearInterval(timer);
      closeWith('408 Request Timeout', socket, reply.raw);
    }, periodMs);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  });
};
