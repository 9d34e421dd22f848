import { isAscii } from 'node:buffer';
import { AddressError, checkAddress } from './address.ts';
import { outcomeOfFault, ServerFault, type Outcome, type Stage } from './outcome.ts';
import { openSession, timeoutsOf, type ServerConfig, type Session } from './session.ts';
import { frameBody } from './body.ts';
import { replyText, WireFault, type Reply } from './wire.ts';

export type { ServerConfig } from './session.ts';

/** One email has exactly one recipient: with several, «accepted» could be true for one and false for another. */
export type Envelope = { from: string; to: string };

export type SendHooks = {
  /**
   * Runs between the server's 354 and the first byte of the email. If it returns false or throws, the email is not
   * sent.
   */
  onDataGo?: () => Promise<void | boolean> | void | boolean;
};

export type Connection = {
  /** Sends one email. Errors of the server or the network never throw. One email at a time. */
  send(envelope: Envelope, message: Buffer | string, hooks?: SendHooks): Promise<Outcome>;
  /** False once the connection broke, was closed or has reached its number of emails. */
  usable(): boolean;
  /** Emails for which a transaction was started on this connection. */
  emails(): number;
  /** Says QUIT and closes; never throws. */
  close(): Promise<void>;
  /** Closes the connection at once: an email under way ends as not_sent or unknown. */
  destroy(): void;
};

/** Opens a signed-in connection; throws ServerFault. */
export const openConnection = async (config: ServerConfig): Promise<Connection> => {
  const session = await openSession(config);
  const state: State = { session, config, emails: 0, isBusy: false, needsReset: false, isClosed: false };
  return {
    send: async (envelope, message, hooks = {}) => {
      if (state.isBusy) throw new Error('A connection sends one email at a time');
      state.isBusy = true;
      try {
        return await deliver(state, envelope, message, hooks);
      } finally {
        state.isBusy = false;
      }
    },
    usable: () => !state.isClosed && session.wire.alive() && state.emails < mostEmails(config),
    emails: () => state.emails,
    close: () => close(state),
    destroy: () => session.wire.destroy(),
  };
};

const mostEmails = (config: ServerConfig): number => config.maxEmails ?? 1_000;

/** Opens a connection for a single email. If the server cannot be used, that is the email's outcome. */
export const sendOnce = async (
  config: ServerConfig,
  envelope: Envelope,
  message: Buffer | string,
  hooks: SendHooks = {},
): Promise<Outcome> => {
  let connection: Connection;
  try {
    connection = await openConnection(config);
  } catch (error) {
    if (error instanceof ServerFault) return outcomeOfFault(error);
    throw error;
  }
  const outcome = await connection.send(envelope, message, hooks);
  await connection.close();
  return outcome;
};

type State = {
  session: Session;
  config: ServerConfig;
  emails: number;
  isBusy: boolean;
  needsReset: boolean;
  isClosed: boolean;
};

const deliver = async (
  state: State,
  envelope: Envelope,
  message: Buffer | string,
  hooks: SendHooks,
): Promise<Outcome> => {
  const body = typeof message === 'string' ? Buffer.from(message) : message;
  const commands = plan(state, envelope, body);
  if (!Array.isArray(commands)) return commands;
  if (state.isClosed || !state.session.wire.alive()) return notSent('mail', 'connection_closed');
  state.emails += 1;
  const rejection = await handshake(state, commands);
  if (rejection) return rejection;
  const { wire } = state.session;
  const stopReason = await runHook(hooks);
  // An accepted DATA can be cancelled only by closing the connection.
  if (stopReason) return endWith(state, notSent('data', stopReason));
  if (!wire.alive()) return notSent('data', 'connection_closed');

  // From here on a missing answer means «unknown»: the server may have the email.
  wire.write(frameBody(body), 1);
  try {
    return conclude(state, await wire.reply(timeoutsOf(state.config).bodyMs));
  } catch (error) {
    return { kind: 'unknown', reason: faultReason(error) };
  }
};

const conclude = (state: State, reply: Reply): Outcome => {
  if (reply.code >= 200 && reply.code < 300) return { kind: 'accepted', reply: replyText(reply) };
  if (reply.code >= 400) return rejectedByServer(state, 'body', reply);
  return endWith(state, { kind: 'unknown', reason: `unexpected reply: ${replyText(reply)}` });
};

type Command = { stage: 'mail' | 'rcpt' | 'data'; text: string };

/** The commands for this email, or the reason why this server cannot accept it. */
const plan = (state: State, envelope: Envelope, body: Buffer): Command[] | Outcome => {
  const { extensions } = state.session;
  let from: string;
  let to: string;
  try {
    from = envelope.from === '' ? '' : checkAddress(envelope.from); // «<>» is the sender of a notification that must not be answered
    to = checkAddress(envelope.to);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    return rejectedLocally('mail', 553, error.message);
  }
  const utf8 = !isAscii(Buffer.from(from + to));
  const eightBit = !isAscii(body);
  const limit = Number(extensions.get('SIZE') ?? 0);
  if (utf8 && !extensions.has('SMTPUTF8')) return rejectedLocally('mail', 553, 'the server takes ASCII addresses only');
  if (eightBit && !extensions.has('8BITMIME'))
    return rejectedLocally('mail', 554, 'the server takes 7-bit emails only');
  if (limit > 0 && body.length > limit) return rejectedLocally('mail', 552, `the server takes at most ${limit} bytes`);
  const parameters = [
    extensions.has('SIZE') ? ` SIZE=${body.length}` : '',
    eightBit ? ' BODY=8BITMIME' : '',
    utf8 ? ' SMTPUTF8' : '',
  ];
  return [
    { stage: 'mail', text: `MAIL FROM:<${from}>${parameters.join('')}\r\n` },
    { stage: 'rcpt', text: `RCPT TO:<${to}>\r\n` },
    { stage: 'data', text: 'DATA\r\n' },
  ];
};

/**
 * Sends MAIL, RCPT and DATA up to the 354. Null means that the body may follow; anything else ends the email before
 * its first byte.
 */
const handshake = async (state: State, commands: Command[]): Promise<Outcome | null> => {
  const { wire, extensions } = state.session;
  const { commandMs } = timeoutsOf(state.config);
  const canPipeline = extensions.has('PIPELINING');
  let stage: Stage = 'mail';
  let rejection: Outcome | null = null;
  try {
    if (state.needsReset) {
      wire.write('RSET\r\n', 1);
      if ((await wire.reply(commandMs)).code !== 250) return endWith(state, notSent('mail', 'reset_rejected'));
    }
    state.needsReset = false;
    if (canPipeline) wire.write(commands.map(({ text }) => text).join(''), commands.length);
    for (const command of commands) {
      stage = command.stage;
      if (!canPipeline) wire.write(command.text, 1);
      const reply = await wire.reply(commandMs);
      const isExpected = stage === 'data' ? reply.code === 354 : reply.code >= 200 && reply.code < 300;
      // DATA was accepted although sender or recipient was rejected: send nothing and drop the connection.
      if (rejection && stage === 'data' && reply.code === 354) return endWith(state, rejection);
      if (isExpected || rejection) continue;
      if (reply.code < 400) return endWith(state, notSent(stage, `unexpected reply: ${replyText(reply)}`));
      rejection = rejectedByServer(state, stage, reply);
      if (!canPipeline || !wire.alive()) break;
    }
  } catch (error) {
    // A rejection counts even if the connection broke afterwards.
    rejection ??= notSent(stage, faultReason(error));
  }
  return rejection;
};

const runHook = async (hooks: SendHooks): Promise<string | null> => {
  if (!hooks.onDataGo) return null;
  try {
    return (await hooks.onDataGo()) === false ? 'stopped' : null;
  } catch (error) {
    return `hook_failed: ${error instanceof Error ? error.message : String(error)}`;
  }
};

const rejectedByServer = (state: State, stage: Stage, reply: Reply): Outcome => {
  state.needsReset = true;
  if (reply.code === 421) state.session.wire.destroy(); // 421: the server is closing the connection
  return { kind: 'rejected', permanent: reply.code >= 500, stage, code: reply.code, reply: replyText(reply) };
};

const rejectedLocally = (stage: Stage, code: number, why: string): Outcome => ({
  kind: 'rejected',
  permanent: true,
  stage,
  code,
  reply: `${code} not offered to the server: ${why}`,
});

const notSent = (stage: Stage, reason: string): Outcome => ({ kind: 'not_sent', stage, reason });

const endWith = (state: State, outcome: Outcome): Outcome => {
  state.session.wire.destroy();
  return outcome;
};

const faultReason = (error: unknown): string => {
  if (!(error instanceof WireFault)) throw error;
  return error.code === 'timeout' ? 'timeout' : `${error.code}: ${error.message}`;
};

const close = async (state: State): Promise<void> => {
  if (state.isClosed) return;
  state.isClosed = true;
  const { wire } = state.session;
  if (wire.alive() && !state.isBusy) {
    wire.write('QUIT\r\n', 1);
    await wire.reply(2_000).catch(() => {});
  }
  wire.destroy();
};
