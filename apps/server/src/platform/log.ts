import pino, { type Logger } from 'pino';
import type { Config } from '../config.ts';

export type Log = Logger;

/** Structured lines on standard output. Secrets are cut out wherever they could stand. */
export const createLog = (config: Pick<Config, 'logLevel'>): Log =>
  pino({
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        'code',
        '*.code_hash',
        'secret',
        '*.secret',
        'req.headers.cookie',
        'req.headers.authorization',
        'headers.cookie',
        'err.detail',
        'err.where',
        'err.parameters',
        'headers.authorization',
      ],
      censor: '[cut]',
    },
  });
