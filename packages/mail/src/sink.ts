import net from 'node:net';
import tls from 'node:tls';

/** Points at which the sink can fail. `body` is the first byte after 354, `dot` the end of the email. */
export type SinkStage = 'greeting' | 'ehlo' | 'starttls' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'dot';

export type SinkFault = {
  at: SinkStage;
  /**
   * drop: close at once; hang: never answer (half-open); reply: answer with `code` instead; delay: answer after `ms`;
   * say: continue as usual, but with the whole answer `text`.
   */
  do: 'drop' | 'hang' | 'reply' | 'delay' | 'say';
  code?: number;
  text?: string;
  ms?: number;
  /** At `dot`: accept the email before the fault, like a server that fails between storing and answering. */
  accept?: boolean;
};

export type SinkEmail = { messageId: string; from: string; to: string[]; raw: Buffer | null };

export type SinkOptions = {
  port?: number;
  tls?: { key: string; cert: string; implicit?: boolean };
  auth?: { user: string; password: string };
  mechanisms?: string[];
  pipelining?: boolean;
  /** Additional EHLO lines; default 8BITMIME and SMTPUTF8. */
  extensions?: string[];
  keepRaw?: boolean;
  /** Called at every stage of every connection. */
  fault?: (at: SinkStage, session: SinkSession) => SinkFault | undefined;
  /** Runs before the 250. */
  onAccepted?: (email: SinkEmail) => void;
};

export type SinkSession = {
  connection: number;
  /** Commands received on this connection, including credentials. */
  commands: string[];
  from: string;
  to: string[];
  emails: number;
  secured: boolean;
};

export type Sink = {
  port: number;
  accepted: SinkEmail[];
  sessions: SinkSession[];
  /** Number of open connections. */
  open(): number;
  setFault(fault: SinkOptions['fault']): void;
  /** Closes every connection and rejects new ones until `back()`. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
};

/** A small, fast SMTP server for tests and benchmarks that can fail at any point. */
export const startSink = async (options: SinkOptions = {}): Promise<Sink> => {
  const sockets = new Set<net.Socket>();
  const sink: Sink = {
    port: options.port ?? 0,
    accepted: [],
    sessions: [],
    open: () => sockets.size,
    setFault: (fault) => {
      options = { ...options, fault };
    },
    away: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    back: () => listenOn(server, sink.port),
    stop: () => sink.away(),
  };
  const server = net.createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}));
    serve(socket, sink, () => options);
  });
  await listenOn(server, sink.port);
  sink.port = (server.address() as net.AddressInfo).port;
  return sink;
};

const listenOn = (server: net.Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });

type Talk = {
  socket: net.Socket;
  sink: Sink;
  session: SinkSession;
  options: () => SinkOptions;
  /** Unread input as latin1, so that an index is a byte offset. */
  input: string;
  mode: 'command' | 'body' | 'user' | 'password' | 'stopped';
  user: string;
  bodyBegun: boolean;
  waiting: boolean;
};

const serve = (plain: net.Socket, sink: Sink, options: () => SinkOptions) => {
  const session: SinkSession = {
    connection: sink.sessions.length,
    commands: [],
    from: '',
    to: [],
    emails: 0,
    secured: false,
  };
  sink.sessions.push(session);
  const talk: Talk = {
    socket: plain,
    sink,
    session,
    options,
    input: '',
    mode: 'command',
    user: '',
    bodyBegun: false,
    waiting: false,
  };
  const { tls: cert } = options();
  if (cert?.implicit) startTls(talk, cert);
  attach(talk);
  answer(talk, 'greeting', '220 sink ESMTP');
};

const attach = (talk: Talk) => {
  const { socket } = talk;
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    if (talk.socket !== socket) return;
    talk.input += chunk.toString('latin1');
    proceed(talk);
  });
};

const startTls = (talk: Talk, { key, cert }: { key: string; cert: string }) => {
  talk.socket.removeAllListeners('data');
  talk.socket = new tls.TLSSocket(talk.socket, { isServer: true, key, cert });
  talk.socket.on('error', () => {});
  talk.session.secured = true;
  talk.input = '';
};

/** Answers, unless a fault is planned for this stage. `then` runs when the normal answer is sent. */
const answer = (talk: Talk, at: SinkStage, text: string, then: () => void = () => {}) => {
  const fault = talk.options().fault?.(at, talk.session);
  if (!fault) {
    then();
    talk.socket.write(`${text}\r\n`);
    return;
  }
  if (fault.accept) then();
  if (fault.do === 'say') {
    then();
    talk.socket.write(`${fault.text ?? text}\r\n`);
  } else if (fault.do === 'reply') {
    talk.socket.write(`${fault.code} ${fault.text ?? 'as told'}\r\n`);
    if (fault.code === 421) talk.socket.end();
  } else if (fault.do === 'delay') {
    talk.waiting = true;
    setTimeout(() => {
      talk.waiting = false;
      if (talk.socket.destroyed) return;
      if (!fault.accept) then();
      talk.socket.write(`${text}\r\n`);
      proceed(talk);
    }, fault.ms ?? 100);
  } else {
    talk.mode = 'stopped';
    talk.socket.uncork(); // earlier answers of a pipelined group are sent
    if (fault.do === 'drop') talk.socket.destroy();
  }
};

const proceed = (talk: Talk) => {
  talk.socket.cork();
  while (!talk.waiting && talk.mode !== 'stopped' && (talk.mode === 'body' ? takeBody(talk) : takeLine(talk)));
  talk.socket.uncork();
};

const takeLine = (talk: Talk): boolean => {
  const end = talk.input.indexOf('\r\n');
  if (end < 0) return false;
  const line = talk.input.slice(0, end);
  talk.input = talk.input.slice(end + 2);
  talk.session.commands.push(line);
  if (talk.mode === 'user' || talk.mode === 'password') takeLogin(talk, line);
  else obey(talk, line);
  return true;
};

const takeBody = (talk: Talk): boolean => {
  const { session } = talk;
  if (!talk.input) return false;
  if (!talk.bodyBegun) {
    talk.bodyBegun = true;
    const fault = talk.options().fault?.('body', session);
    if (fault) {
      talk.mode = 'stopped';
      if (fault.do === 'drop') talk.socket.destroy();
      return false;
    }
  }
  const end = talk.input.startsWith('.\r\n') ? 0 : talk.input.indexOf('\r\n.\r\n') + 2;
  if (end === 1) return false;
  const raw = talk.input.slice(0, end);
  talk.input = talk.input.slice(end + 3);
  talk.mode = 'command';
  const email: SinkEmail = {
    messageId: /^message-id:\s*(\S+)/im.exec(raw.slice(0, 4_096))?.[1] ?? '',
    from: session.from,
    to: session.to,
    raw: talk.options().keepRaw ? Buffer.from(raw.replace(/^\.\./gm, '.'), 'latin1') : null,
  };
  answer(talk, 'dot', '250 2.0.0 taken', () => {
    session.emails += 1;
    talk.options().onAccepted?.(email);
    talk.sink.accepted.push(email);
  });
  session.from = '';
  session.to = [];
  return true;
};

const obey = (talk: Talk, line: string) => {
  const { session, socket } = talk;
  const verb = /^[a-z]+/i.exec(line)?.[0].toUpperCase();
  if (verb === 'EHLO' || verb === 'HELO') return answer(talk, 'ehlo', greetingLines(talk));
  if (verb === 'STARTTLS') return obeyStartTls(talk);
  if (verb === 'AUTH') return obeyAuth(talk, line.split(' '));
  if (verb === 'MAIL') {
    return answer(talk, 'mail', '250 2.1.0 sender fine', () => {
      session.from = /<(.*?)>/.exec(line)?.[1] ?? '';
      session.to = [];
    });
  }
  if (verb === 'RCPT') {
    return answer(talk, 'rcpt', '250 2.1.5 recipient fine', () => session.to.push(/<(.*?)>/.exec(line)?.[1] ?? ''));
  }
  if (verb === 'DATA') {
    if (!session.to.length) return void socket.write('554 5.5.1 no valid recipients\r\n');
    return answer(talk, 'data', '354 go ahead', () => {
      talk.mode = 'body';
      talk.bodyBegun = false;
    });
  }
  if (verb === 'RSET') {
    session.from = '';
    session.to = [];
  }
  socket.write(verb === 'QUIT' ? '221 bye\r\n' : '250 2.0.0 fine\r\n');
  if (verb === 'QUIT') socket.end();
};

const greetingLines = (talk: Talk): string => {
  const { tls: cert, auth, mechanisms = ['PLAIN', 'LOGIN'], pipelining = true, extensions } = talk.options();
  const lines = ['sink', ...(extensions ?? ['8BITMIME', 'SMTPUTF8'])];
  if (pipelining) lines.push('PIPELINING');
  if (cert && !talk.session.secured) lines.push('STARTTLS');
  if (auth) lines.push(`AUTH ${mechanisms.join(' ')}`);
  return lines.map((text, i) => `250${i === lines.length - 1 ? ' ' : '-'}${text}`).join('\r\n');
};

const obeyStartTls = (talk: Talk) => {
  const { tls: cert } = talk.options();
  if (!cert) return void talk.socket.write('502 no TLS here\r\n');
  let granted = false;
  answer(talk, 'starttls', '220 go ahead', () => {
    granted = true;
  });
  if (!granted) return;
  talk.socket.uncork();
  startTls(talk, cert);
  attach(talk);
};

const obeyAuth = (talk: Talk, [, mechanism, initial]: string[]) => {
  if (mechanism === 'LOGIN') {
    talk.mode = 'user';
    return void talk.socket.write('334 VXNlcm5hbWU6\r\n');
  }
  const [, user = '', password = ''] = Buffer.from(initial ?? '', 'base64')
    .toString()
    .split('\0');
  judge(talk, user, password);
};

const takeLogin = (talk: Talk, line: string) => {
  const text = Buffer.from(line, 'base64').toString();
  if (talk.mode === 'user') {
    talk.user = text;
    talk.mode = 'password';
    return void talk.socket.write('334 UGFzc3dvcmQ6\r\n');
  }
  talk.mode = 'command';
  judge(talk, talk.user, text);
};

const judge = (talk: Talk, user: string, password: string) => {
  const { auth } = talk.options();
  const good = auth?.user === user && auth.password === password;
  // The answer repeats the password on purpose: a test checks that no error of the client contains it.
  answer(talk, 'auth', good ? '235 welcome' : `535 5.7.8 wrong password ${password}`);
};
