/** Codes of a connection that cannot be opened or has broken. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** SQLSTATE of a server that stops, starts or is full, or of a connection that it closed. */
const OF_SERVER = /^(?:08(?!P01)...|57P0[1-5]|53300)$/;
/** PgBouncer uses one code for its own faults and for those of the person who connects. */
const POOLER_WITHOUT_SERVER =
  /cannot connect to server|query_wait_timeout|shutting down|server conn crashed|closed the conn/i;
/** Messages of pg without a code. */
const LOST = /^(Connection terminated|timeout expired|Query read timeout|Client has encountered a connection error)/;

type Fault = Error & { readonly code?: unknown; readonly syscall?: unknown; readonly errors?: readonly Error[] };

/** Whether a database could not be reached, or a connection to it broke. False for a wrong password or a missing database. */
export const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { code, syscall, message } = error as Fault;
  if (typeof code !== 'string') return LOST.test(message);
  if (code === '08P01') return POOLER_WITHOUT_SERVER.test(message);
  return NETWORK.has(code) || OF_SERVER.test(code) || (code === 'ENOENT' && syscall === 'connect');
};

/** The reason of a failed connection in one line. A host with several addresses fails with several errors and no message. */
export const reasonOf = (error: unknown): string => {
  const { message, errors, code } = error as Fault;
  return message || [...new Set(errors?.map((one) => one.message))].join(', ') || String(code);
};

const ADVICE: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in DATABASE_URL',
  '28000': 'correct the user in DATABASE_URL, or let it in at the server (pg_hba.conf)',
  '3D000': 'create the database as docs/operation.md says («Your own PostgreSQL»), or correct its name in DATABASE_URL',
  '42501': 'give the user the right to connect to the database',
};

/** What the operator can do about a failed connection. */
export const adviceFor = (error: unknown): string =>
  ADVICE[String((error as Fault).code)] ??
  (isAway(error)
    ? 'start PostgreSQL and check DATABASE_URL: host, port, user, password, name of the database'
    : 'check DATABASE_URL: host, port, user, password, name of the database, TLS');

/** The database does not let this installation in. The message is for the operator and needs no stack. */
export class DatabaseUnusable extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be used: ${reasonOf(cause)}. Advice: ${adviceFor(cause)}.`, { cause });
    this.name = 'DatabaseUnusable';
  }
}

const lost = new WeakSet<Error>();
/** Marks an error as that of a connection to the database; other servers fail with the same codes. */
export const markLost = (error: unknown): void => {
  if (error instanceof Error && isAway(error)) lost.add(error);
};
/** Whether an error says that the connection to the database was lost or could not be opened. */
export const isLostDatabase = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (lost.has(error) || ('severity' in error && isAway(error))) return true;
  return (typeof (error as Fault).code !== 'string' && LOST.test(error.message)) || isLostDatabase(error.cause);
};
