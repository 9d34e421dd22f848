import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';

// Errors that arise before the hooks of an origin run: an address that cannot be parsed, a head that is too long, too slow or
// no HTTP. Their answers hold no page, so the strictest headers fit all origins.

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
const HSTS = 'max-age=31536000; includeSubDomains';

/** Sets the security headers on the answer to a request that never reached a route. */
export const addSecurityHeaders = (reply: FastifyReply, isSecure: boolean): FastifyReply =>
  reply.headers({ ...HEADERS, ...(isSecure ? { 'strict-transport-security': HSTS } : {}) });

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Closes a connection with an answer without a body; a connection on which an answer has begun is only closed. */
export const closeWith = (status: string, socket: Socket, answer?: ServerResponse): void => {
  if (socket.writable && !answer?.headersSent) {
    const lines = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status}`, 'connection: close', 'content-length: 0', ...lines, '', ''].join('\r\n'));
  }
  socket.destroySoon();
};

/** Answers what is no HTTP request. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: object): void => {
  if (!(socket instanceof Socket) || error.code === 'ECONNRESET') return;
  closeWith(STATUS[error.code ?? ''] ?? '400 Bad Request', socket);
};
