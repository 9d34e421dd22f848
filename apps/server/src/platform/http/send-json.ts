import { toWire } from '@sergak/contract/wire-names.ts';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Length in characters from which an answer is compressed. Shorter ones gain little, and answers with a session are short. */
const COMPRESSED_FROM = 16_000;
/** Faster than the default level and hardly larger for JSON. */
const LEVEL = 4;

/** Sends a text, compressed from this length on if it is the answer of a reading call and the client accepts it. */
export const sendText = async (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  from = COMPRESSED_FROM,
): Promise<void> => {
  const accepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(String(request.headers['accept-encoding'] ?? ''));
  if (request.method !== 'GET' || !accepted || text.length < from) return void reply.send(text);
  void reply.header('vary', 'accept-encoding').header('content-encoding', 'gzip');
  void reply.send(await compress(text, { level: LEVEL }));
};

/** Sends an answer as JSON. */
export const sendJson = async (request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<void> => {
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  await sendText(request, reply, toWire(JSON.stringify(answer ?? null)));
};
