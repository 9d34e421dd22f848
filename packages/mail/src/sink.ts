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

type Dialogue = {
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
  const dialogue: Dialogue = {
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
  if (cert?.implicit) startTls(dialogue, cert);
  attach(dialogue);
  answer(dialogue, 'greeting', '220 sink ESMTP');
};

const attach = (dialogue: Dialogue) => {
  const { socket } = dialogue;
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    if (dialogue.socket !== socket) return;
    dialogue.input += chunk.toString('latin1');
    proceed(dialogue);
  });
};

const startTls = (dialogue: Dialogue, { key, cert }: { key: string; cert: string }) => {
  dialogue.socket.removeAllListeners('data');
  dialogue.socket = new tls.TLSSocket(dialogue.socket, { isServer: true, key, cert });
  dialogue.socket.on('error', () => {});
  dialogue.session.secured = true;
  dialogue.input = '';
};

/** Answers, unless a fault is planned for this stage. `then` runs when the normal answer is sent. */
const answer = (dialogue: Dialogue, at: SinkStage, text: string, then: () => void = () => {}) => {
  const fault = dialogue.options().fault?.(at, dialogue.session);
  if (!fault) {
    then();
    dialogue.socket.write(`${text}\r\n`);
    return;
  }
  if (fault.accept) then();
  if (fault.do === 'say') {
    then();
    dialogue.socket.write(`${fault.text ?? text}\r\n`);
  } else if (fault.do === 'reply') {
    dialogue.socket.write(`${fault.code} ${fault.text ?? 'as told'}\r\n`);
    if (fault.code === 421) dialogue.socket.end();
  } else if (fault.do === 'delay') {
    dialogue.waiting = true;
    setTimeout(() => {
      dialogue.waiting = false;
      if (dialogue.socket.destroyed) return;
      if (!fault.accept) then();
      dialogue.socket.write(`${text}\r\n`);
      proceed(dialogue);
    }, fault.ms ?? 100);
  } else {
    dialogue.mode = 'stopped';
    dialogue.socket.uncork(); // earlier answers of a pipelined group are sent
    if (fault.do === 'drop') dialogue.socket.destroy();
  }
};

const proceed = (dialogue: Dialogue) => {
  dialogue.socket.cork();
  while (
    !dialogue.waiting &&
    dialogue.mode !== 'stopped' &&
    (dialogue.mode === 'body' ? takeBody(dialogue) : takeLine(dialogue))
  );
  dialogue.socket.uncork();
};

const takeLine = (dialogue: Dialogue): boolean => {
  const end = dialogue.input.indexOf('\r\n');
  if (end < 0) return false;
  const line = dialogue.input.slice(0, end);
  dialogue.input = dialogue.input.slice(end + 2);
  dialogue.session.commands.push(line);
  if (dialogue.mode === 'user' || dialogue.mode === 'password') takeLogin(dialogue, line);
  else handleCommand(dialogue, line);
  return true;
};

const takeBody = (dialogue: Dialogue): boolean => {
  const { session } = dialogue;
  if (!dialogue.input) return false;
  if (!dialogue.bodyBegun) {
    dialogue.bodyBegun = true;
    const fault = dialogue.options().fault?.('body', session);
    if (fault) {
      dialogue.mode = 'stopped';
      if (fault.do === 'drop') dialogue.socket.destroy();
      return false;
    }
  }
  const end = dialogue.input.startsWith('.\r\n') ? 0 : dialogue.input.indexOf('\r\n.\r\n') + 2;
  if (end === 1) return false;
  const raw = dialogue.input.slice(0, end);
  dialogue.input = dialogue.input.slice(end + 3);
  dialogue.mode = 'command';
  const email: SinkEmail = {
    messageId: /^message-id:\s*(\S+)/im.exec(raw.slice(0, 4_096))?.[1] ?? '',
    from: session.from,
    to: session.to,
    raw: dialogue.options().keepRaw ? Buffer.from(raw.replace(/^\.\./gm, '.'), 'latin1') : null,
  };
  answer(dialogue, 'dot', '250 2.0.0 taken', () => {
    session.emails += 1;
    dialogue.options().onAccepted?.(email);
    dialogue.sink.accepted.push(email);
  });
  session.from = '';
  session.to = [];
  return true;
};

const handleCommand = (dialogue: Dialogue, line: string) => {
  const { session, socket } = dialogue;
  const verb = /^[a-z]+/i.exec(line)?.[0].toUpperCase();
  if (verb === 'EHLO' || verb === 'HELO') return answer(dialogue, 'ehlo', greetingLines(dialogue));
  if (verb === 'STARTTLS') return handleStartTls(dialogue);
  if (verb === 'AUTH') return handleAuth(dialogue, line.split(' '));
  if (verb === 'MAIL') {
    return answer(dialogue, 'mail', '250 2.1.0 sender fine', () => {
      session.from = /<(.*?)>/.exec(line)?.[1] ?? '';
      session.to = [];
    });
  }
  if (verb === 'RCPT') {
    return answer(dialogue, 'rcpt', '250 2.1.5 recipient fine', () => session.to.push(/<(.*?)>/.exec(line)?.[1] ?? ''));
  }
  if (verb === 'DATA') {
    if (!session.to.length) return void socket.write('554 5.5.1 no valid recipients\r\n');
    return answer(dialogue, 'data', '354 go ahead', () => {
      dialogue.mode = 'body';
      dialogue.bodyBegun = false;
    });
  }
  if (verb === 'RSET') {
    session.from = '';
    session.to = [];
  }
  socket.write(verb === 'QUIT' ? '221 bye\r\n' : '250 2.0.0 fine\r\n');
  if (verb === 'QUIT') socket.end();
};

const greetingLines = (dialogue: Dialogue): string => {
  const { tls: cert, auth, mechanisms = ['PLAIN', 'LOGIN'], pipelining = true, extensions } = dialogue.options();
  const lines = ['sink', ...(extensions ?? ['8BITMIME', 'SMTPUTF8'])];
  if (pipelining) lines.push('PIPELINING');
  if (cert && !dialogue.session.secured) lines.push('STARTTLS');
  if (auth) lines.push(`AUTH ${mechanisms.join(' ')}`);
  return lines.map((text, i) => `250${i === lines.length - 1 ? ' ' : '-'}${text}`).join('\r\n');
};

const handleStartTls = (dialogue: Dialogue) => {
  const { tls: cert } = dialogue.options();
  if (!cert) return void dialogue.socket.write('502 no TLS here\r\n');
  let granted = false;
  answer(dialogue, 'starttls', '220 go ahead', () => {
    granted = true;
  });
  if (!granted) return;
  dialogue.socket.uncork();
  startTls(dialogue, cert);
  attach(dialogue);
};

const handleAuth = (dialogue: Dialogue, [, mechanism, initial]: string[]) => {
  if (mechanism === 'LOGIN') {
    dialogue.mode = 'user';
    return void dialogue.socket.write('334 VXNlcm5hbWU6\r\n');
  }
  const [, user = '', password = ''] = Buffer.from(initial ?? '', 'base64')
    .toString()
    .split('\0');
  judge(dialogue, user, password);
};

const takeLogin = (dialogue: Dialogue, line: string) => {
  const text = Buffer.from(line, 'base64').toString();
  if (dialogue.mode === 'user') {
    dialogue.user = text;
    dialogue.mode = 'password';
    return void dialogue.socket.write('334 UGFzc3dvcmQ6\r\n');
  }
  dialogue.mode = 'command';
  judge(dialogue, dialogue.user, text);
};

const judge = (dialogue: Dialogue, user: string, password: string) => {
  const { auth } = dialogue.options();
  const good = auth?.user === user && auth.password === password;
  // The answer repeats the password on purpose: a test checks that no error of the client contains it.
  answer(dialogue, 'auth', good ? '235 welcome' : `535 5.7.8 wrong password ${password}`);
};
