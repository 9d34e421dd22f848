import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { fromWire } from '@sergak/contract/wire-names.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isWrite } from './call.ts';

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

/** Rejects a body that the call would ignore, because its sender expects an effect. No body and `{}` are accepted. */
export const rejectUnusedBody = (e: Endpoint, body: unknown): void => {
  if (isWrite(e) && e.body === undefined && !isEmpty(body))
    throw new AppError('request.invalid', [{ field: '', code: 'unexpected_body' }]);
};

/** Accepts an empty body with the type JSON: some clients send it with every POST. */
export const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parse(request, fromWire(text as string), done);
  });
};
