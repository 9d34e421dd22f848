import pg from 'pg';
import { expect, test } from 'vitest';
import { newPlatform } from '../../test/app.ts';
import { AppError, translateError } from './errors.ts';

const errorOf = (code: string, message = 'x') => Object.assign(new Error(message), { code });

test('an unavailable database or disk is 503, whatever the source of the error', () => {
  const away = [
    ...['08006', '53100', '53300', '57014', '57P01', '57P02', '57P03', '58030', '25006', '25P03'].map((code) =>
      errorOf(code),
    ),
    ...['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].map((code) =>
      errorOf(code),
    ),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
  ];
  for (const error of away) {
    const found = translateError(error);
    expect([error.message, (error as { code?: string }).code, found instanceof AppError && found.code]).toEqual([
      error.message,
      (error as { code?: string }).code,
      'server.unavailable',
    ]);
  }
  const fault = new TypeError('x is not a function');
  expect(translateError(fault)).toBe(fault);
});

test('a connection that the database closes during a query is 503', async () => {
  const { db } = await newPlatform();
  const client = new pg.Client({ connectionString: db.owner.options.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const ended = await client.query('select pg_terminate_backend(pg_backend_pid())').catch((error: unknown) => error);
  const after = await client.query('select 1').catch((error: unknown) => error);
  for (const error of [ended, after]) expect(translateError(error)).toMatchObject({ code: 'server.unavailable' });
  await db.close();
});
