import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config.ts';
import { readableStream } from './log-format.ts';
import { createOutage, type Outage } from './outage.ts';

export type Log = Logger;

/** Number of the level `warn`. */
const WARN = pino.levels.values['warn']!;

const outages = new WeakMap<Log, Outage>();
/** The outages of the database that this log sums up; undefined for a log of another maker. */
export const outageOf = (log: Log): Outage | undefined => outages.get(log);

/**
 * Writes to standard output: lines for people if `logFormat` is `pretty`, otherwise JSON lines. Fields that may hold secrets
 * are removed.
 */
export const createLog = (
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFormat'>>,
  destination = config.logFormat === 'pretty' ? terminal() : undefined,
): Log => {
  const outage = createOutage(() => log);
  const log: Log = pino(
    {
      formatters: { log: withDeadlock },
      hooks: {
        logMethod(args, method, level) {
          if (level >= WARN && outage.covers((args[0] as { err?: unknown } | undefined)?.err)) return;
          method.apply(this, args);
        },
      },
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
  outages.set(log, outage);
  return log;
};

const terminal = (): DestinationStream =>
  readableStream(process.stdout, { colors: process.stdout.hasColors?.() ?? false });

const DEADLOCK = '40P01';

/** Keeps the detail of a deadlock, which names processes and transactions only; details of other errors may hold personal data. */
const withDeadlock = (line: Record<string, unknown>): Record<string, unknown> => {
  const error = line['err'] as { code?: unknown; detail?: unknown; where?: unknown } | undefined;
  if (error?.code !== DEADLOCK) return line;
  return { ...line, deadlock: { detail: error.detail, where: error.where } };
};
