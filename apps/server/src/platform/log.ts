import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';

export type Log = Logger;

/** Writes structured lines to standard output. Fields that may hold secrets are removed. */
export const createLog = (config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log =>
  pino(
    {
      formatters: { log: withDeadlock },
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'password',
          '*.password',
          'own_password',
          '*.own_password',
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
    },
    destination,
  );

const DEADLOCK = '40P01';

/** Keeps the detail of a deadlock, which names processes and transactions only; details of other errors may hold personal data. */
const withDeadlock = (line: Record<string, unknown>): Record<string, unknown> => {
  const error = line['err'] as { code?: unknown; detail?: unknown; where?: unknown } | undefined;
  if (error?.code !== DEADLOCK) return line;
  return { ...line, deadlock: { detail: error.detail, where: error.where } };
};
