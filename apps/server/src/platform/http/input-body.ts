import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isWrite } from './call.ts';

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

/** Refuses a body that the call would ignore: whoever sends it expects it to matter. Nothing and `{}` are fine. */
export const refuseUnusedBody = (e: Endpoint, body: unknown): void => {
  if (isWrite(e) && e.body === undefined && !isEmpty(body))
    throw new AppError('request.invalid', [{ field: '', code: 'unexpected_body' }]);
};

/** Clients that name JSON as the type of every POST send an empty text where a call takes no body. */
export const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parse(request, text as string, done);
  });
};
