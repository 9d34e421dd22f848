import type net from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import tls from 'node:tls';

export type Reply = { code: number; lines: string[] };

/** A reply as one line for people and logs: without control characters, at most `limit` characters. */
export const replyText = (reply: Reply, limit = 500): string =>
  `${reply.code} ${reply.lines.join(' ')}`
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, limit);

/** The reason why no (further) reply will arrive. `tls` contains the cause found by the TLS layer. */
export class WireFault extends Error {
  readonly code: 'closed' | 'timeout' | 'protocol' | 'tls';
  override readonly cause: unknown;
  constructor(code: WireFault['code'], detail: string, cause: unknown = null) {
    super(detail);
    this.code = code;
    this.cause = cause;
  }
}

/** A socket that sends commands and reads replies; replies are returned in the order of the commands. */
export type Wire = {
  alive(): boolean;
  /**
   * Writes commands; `replies` is the number of replies they cause (for the greeting, 1 without a command). An
   * unsolicited reply ends the connection.
   */
  write(data: string | readonly Buffer[], replies: number): void;
  /** The next reply; throws WireFault, after which the connection is closed. */
  reply(timeoutMs: number): Promise<Reply>;
  /** Upgrades to TLS; throws WireFault. */
  secure(options: tls.ConnectionOptions, timeoutMs: number): Promise<void>;
  destroy(): void;
};

const MAX_REPLY = 65_536;
const LINE = /^(\d{3})(?:([ -])(.*))?$/;

type Waiter = { resolve: (reply: Reply) => void; reject: (fault: WireFault) => void; timer: NodeJS.Timeout };
type State = {
  socket: net.Socket;
  unlisten: () => void;
  text: string;
  lines: string[];
  size: number;
  ready: Reply[];
  outstanding: number;
  waiter: Waiter | null;
  fault: WireFault | null;
};

/** Uses a connected socket. */
export const makeWire = (socket: net.Socket): Wire => {
  const state: State = {
    socket,
    unlisten: () => {},
    text: '',
    lines: [],
    size: 0,
    ready: [],
    outstanding: 0,
    waiter: null,
    fault: null,
  };
  listen(state);
  return {
    alive: () => state.fault === null,
    write: (data, replies) => {
      if (state.fault) return;
      state.outstanding += replies;
      if (typeof data !== 'string') writeAll(state.socket, data);
      else if (data) state.socket.write(data);
    },
    reply: (timeoutMs) => nextReply(state, timeoutMs),
    secure: (options, timeoutMs) => secure(state, options, timeoutMs),
    destroy: () => fail(state, new WireFault('closed', 'closed by us')),
  };
};

const writeAll = (socket: net.Socket, parts: readonly Buffer[]) => {
  socket.cork();
  for (const part of parts) socket.write(part);
  socket.uncork();
};

const listen = (state: State) => {
  const { socket } = state;
  const decoder = new StringDecoder('utf8');
  const listeners: Record<string, (arg: never) => void> = {
    data: (chunk: Buffer) => read(state, decoder.write(chunk)),
    error: (error: NodeJS.ErrnoException) => fail(state, new WireFault('closed', error.code ?? 'socket error', error)),
    end: () => fail(state, new WireFault('closed', 'the server closed the connection')),
    close: () => fail(state, new WireFault('closed', 'the connection was closed')),
  };
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener as () => void);
  // Only our own listeners: the socket needs its internal ones during and after the TLS upgrade.
  state.unlisten = () => {
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener as () => void);
  };
};

const fail = (state: State, fault: WireFault) => {
  if (state.fault) return;
  state.fault = fault;
  state.socket.destroy();
  const { waiter } = state;
  state.waiter = null;
  if (!waiter) return;
  clearTimeout(waiter.timer);
  waiter.reject(fault);
};

const nextReply = (state: State, timeoutMs: number): Promise<Reply> => {
  // A reply that arrived before the connection broke is still valid.
  const ready = state.ready.shift();
  if (ready) return Promise.resolve(ready);
  if (state.fault) return Promise.reject(state.fault);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(state, new WireFault('timeout', 'no reply in time')), timeoutMs);
    state.waiter = { resolve, reject, timer };
  });
};

const read = (state: State, chunk: string) => {
  if (state.fault) return;
  state.text += chunk;
  let start = 0;
  for (let end = state.text.indexOf('\n'); end >= 0; end = state.text.indexOf('\n', start)) {
    const line = state.text.slice(start, state.text[end - 1] === '\r' ? end - 1 : end);
    start = end + 1;
    if (!takeLine(state, line)) return;
  }
  if (start) state.text = state.text.slice(start);
  if (state.text.length > MAX_REPLY) fail(state, new WireFault('protocol', 'reply too long'));
};

const takeLine = (state: State, line: string): boolean => {
  const match = LINE.exec(line);
  state.size += line.length;
  if (!match || state.size > MAX_REPLY) {
    fail(state, new WireFault('protocol', match ? 'reply too long' : 'the answer is not SMTP'));
    return false;
  }
  state.lines.push(match[3] ?? '');
  if (match[2] === '-') return true;
  const reply = { code: Number(match[1]), lines: state.lines };
  state.lines = [];
  state.size = 0;
  return deliver(state, reply);
};

const deliver = (state: State, reply: Reply): boolean => {
  if (state.outstanding === 0) {
    // Usually «421 idle too long». Treating it as the reply to the next command would shift all later replies.
    fail(state, new WireFault(reply.code === 421 ? 'closed' : 'protocol', `unsolicited reply ${reply.code}`));
    return false;
  }
  state.outstanding -= 1;
  const { waiter } = state;
  state.waiter = null;
  if (waiter) {
    clearTimeout(waiter.timer);
    waiter.resolve(reply);
  } else state.ready.push(reply);
  return true;
};

const secure = (state: State, options: tls.ConnectionOptions, timeoutMs: number): Promise<void> => {
  // Data received unencrypted after «220 ready» may have been inserted by a man in the middle.
  if (state.text || state.lines.length || state.ready.length) {
    fail(state, new WireFault('protocol', 'data before the TLS handshake'));
    return Promise.reject(state.fault);
  }
  const plain = state.socket;
  state.unlisten();
  return handshake(() => tls.connect({ ...options, socket: plain }), timeoutMs).then(
    (secured) => {
      state.socket = secured;
      listen(state);
    },
    (fault: WireFault) => {
      plain.on('error', () => {}).destroy();
      fail(state, fault);
      throw fault;
    },
  );
};

export const handshake = (start: () => tls.TLSSocket, timeoutMs: number): Promise<tls.TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = start();
    const end = (fault: WireFault | null) => {
      clearTimeout(timer);
      socket.off('error', onError).off('close', onClose);
      if (!fault) return resolve(socket);
      socket.on('error', () => {}).destroy();
      reject(fault);
    };
    const onError = (error: NodeJS.ErrnoException) => end(new WireFault('tls', error.code ?? 'TLS error', error));
    const onClose = () => end(new WireFault('closed', 'closed during the TLS handshake'));
    const timer = setTimeout(() => end(new WireFault('timeout', 'TLS handshake timed out')), timeoutMs);
    socket
      .once('secureConnect', () => end(null))
      .once('error', onError)
      .once('close', onClose);
  });
