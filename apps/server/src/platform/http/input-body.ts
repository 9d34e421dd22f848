import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { fromWire } from '@sergak/contract/wire-names.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import { isWrite } from './call.ts';
import { parseQuery, type Fields } from './query-string.ts';
import { readTexts } from './text-input.ts';

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);

/** Rejects a body that the call would ignore, because its sender expects an effect. No body and `{}` are accepted. */
export const rejectUnusedBody = (e: Endpoint, body: unknown): void => {
  if (isWrite(e) && e.body === undefined && !isEmpty(body))
    throw new AppError('request.invalid', [{ field: '', code: 'unexpected_body' }]);
};

/** The fields of an urlencoded form, until the schema of the call reads them. */
class FormFields {
  readonly fields: Fields;
  constructor(fields: Fields) {
    this.fields = fields;
  }
}
/** Accepts urlencoded forms, besides JSON and multipart. */
export const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, new FormFields(parseQuery(text as string))),
  );
};

/** The body of a request, an urlencoded form read by the schema of the call. */
export const readBody = (e: Endpoint, body: unknown): unknown =>
  body instanceof FormFields ? readTexts('body' in e ? e.body : undefined, body.fields) : body;

/** Accepts an empty body with the type JSON: some clients send it with every POST. */
export const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parse(request, fromWire(text as string), done);
  });
};
