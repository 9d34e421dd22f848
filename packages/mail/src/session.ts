import { lookup as dnsLookup } from 'node:dns/promises';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import { authenticate } from './auth.ts';
import { ServerFault, type ServerFaultCode, type SessionStep } from './outcome.ts';
import { handshake, makeWire, replyText, WireFault, type Reply, type Wire } from './wire.ts';

/** Address, security and limits of one mail server. */
export type ServerConfig = {
  host: string;
  port: number;
  /** none: never TLS; starttls: required; opportunistic: if offered; tls: from the first byte. */
  security: 'none' | 'starttls' | 'opportunistic' | 'tls';
  auth?: { user: string; password: string };
  /**
   * `verify` defaults to true, except for opportunistic TLS, which a man in the middle could switch off anyway. With
   * a password, opportunistic TLS always verifies the certificate, so that a man in the middle does not get the
   * password.
   */
  tls?: { verify?: boolean; ca?: string; servername?: string };
  helloName?: string;
  /** Defaults: connecting 20 s (also TLS), greeting 30 s, each command 60 s, the answer to the final dot 600 s. */
  timeouts?: { connectMs?: number; greetingMs?: number; commandMs?: number; bodyMs?: number };
  /** Number of emails after which a connection is replaced; default 1,000. */
  maxEmails?: number;
  /** Whether a resolved IP address is allowed; by default every address is. */
  allowAddress?: (ip: string) => boolean;
};

export type Session = { wire: Wire; extensions: ReadonlyMap<string, string>; secured: boolean };

export const timeoutsOf = (config: ServerConfig) => ({
  connectMs: 20_000,
  greetingMs: 30_000,
  commandMs: 60_000,
  bodyMs: 600_000,
  ...config.timeouts,
});

type OnStep = (step: SessionStep, detail: string) => void;

/** Opens a connection that is ready to send emails; throws ServerFault. `onStep` is called after each successful step. */
export const openSession = async (config: ServerConfig, onStep: OnStep = () => {}): Promise<Session> => {
  const addresses = await resolveHost(config, onStep);
  let socket = await connect(config, addresses);
  onStep('connect', `${socket.remoteAddress ?? config.host}:${config.port}`);
  if (config.security === 'tls') {
    const plain = socket;
    socket = await inStep('tls', () =>
      handshake(() => tls.connect({ ...tlsOptions(config), socket: plain }), timeoutsOf(config).connectMs),
    );
    onStep('tls', tlsDetail(socket));
  }
  const wire = makeWire(socket);
  try {
    return await greet(config, wire, socket, onStep);
  } catch (error) {
    wire.destroy();
    throw error;
  }
};

const greet = async (
  config: ServerConfig,
  wire: Wire,
  socket: net.Socket,
  onStep: (step: SessionStep, detail: string) => void,
): Promise<Session> => {
  const { greetingMs, commandMs, connectMs } = timeoutsOf(config);
  wire.write('', 1);
  const greeting = await inStep('greeting', () => wire.reply(greetingMs));
  if (greeting.code !== 220) throw rejected('greeting', 'greeting_rejected', greeting);
  const name = helloName(config, socket);
  let extensions = await hello(wire, name, commandMs);
  onStep('greeting', replyText(greeting));

  let secured = config.security === 'tls';
  const offered = extensions.has('STARTTLS');
  if (config.security === 'starttls' && !offered) {
    throw new ServerFault('tls', 'tls_not_offered', 'the server does not offer STARTTLS');
  }
  if (offered && (config.security === 'starttls' || config.security === 'opportunistic')) {
    const answer = await command(wire, 'tls', 'STARTTLS', commandMs);
    if (answer.code !== 220) throw rejected('tls', 'tls_rejected', answer);
    await inStep('tls', () => wire.secure(tlsOptions(config), connectMs));
    onStep('tls', 'STARTTLS');
    extensions = await hello(wire, name, commandMs); // extensions offered before TLS are not trusted
    secured = true;
  }
  if (config.auth) {
    if (!secured && config.security === 'opportunistic') {
      throw new ServerFault('auth', 'auth_needs_tls', 'the password is not sent over a connection without TLS');
    }
    const { auth } = config;
    onStep('auth', await inStep('auth', () => authenticate(wire, extensions, auth, commandMs)));
  }
  return { wire, extensions, secured };
};

/** Looks like a closed port, so that nobody learns which ports are open at addresses that are not allowed. */
const notAllowed = () => new ServerFault('connect', 'connection_refused', 'ECONNREFUSED');

const resolveHost = async (config: ServerConfig, onStep: OnStep): Promise<{ address: string; family: number }[]> => {
  const { host, allowAddress = () => true } = config;
  const family = net.isIP(host);
  const addresses = family
    ? [{ address: host, family }]
    : await withTimeout(dnsLookup(host, { all: true }), timeoutsOf(config).connectMs).catch((error: unknown) => {
        const slow = error instanceof WireFault;
        throw new ServerFault('dns', slow ? 'timeout' : 'host_not_found', slow ? error.message : errorCode(error));
      });
  onStep('dns', addresses.map(({ address }) => address).join(', '));
  const allowed = addresses.filter(({ address }) => allowAddress(address));
  if (!allowed.length) throw notAllowed();
  return allowed;
};

const withTimeout = <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WireFault('timeout', 'no answer in time')), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
};

const connect = (config: ServerConfig, addresses: { address: string; family: number }[]): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    // Connects to the checked addresses: a second lookup could return others.
    const lookup: net.LookupFunction = (_host, options, done) => {
      if (options.all) done(null, addresses);
      else done(null, addresses[0]!.address, addresses[0]!.family);
    };
    const socket = net.connect({ host: config.host, port: config.port, lookup, autoSelectFamilyAttemptTimeout: 2_000 });
    const end = (fault: ServerFault | null) => {
      clearTimeout(timer);
      socket.off('error', onError);
      socket.on('error', () => {}); // needed below a TLS layer too, where no other code may listen for errors
      if (!fault) return resolve(socket);
      socket.destroy();
      reject(fault);
    };
    const onError = (error: unknown) =>
      end(new ServerFault('connect', connectCode(errorCode(error)), errorCode(error)));
    const timer = setTimeout(
      () => end(new ServerFault('connect', 'timeout', 'no connection in time')),
      timeoutsOf(config).connectMs,
    );
    const onConnect = () => {
      const { remoteAddress = '' } = socket;
      const isAllowed = config.allowAddress?.(remoteAddress) ?? true;
      end(isAllowed ? null : notAllowed());
    };
    socket.once('connect', onConnect).once('error', onError);
  });

const connectCode = (code: string): ServerFaultCode => {
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'ETIMEDOUT') return 'timeout';
  return code === 'ECONNRESET' ? 'connection_closed' : 'network_unreachable';
};

const errorCode = (error: unknown): string => {
  // With several addresses Node reports an AggregateError whose own code may be missing.
  const { code, errors } = error as { code?: string; errors?: { code?: string }[] };
  return code ?? errors?.[0]?.code ?? 'unknown error';
};

const tlsOptions = (config: ServerConfig): tls.ConnectionOptions => {
  const isOpportunistic = config.security === 'opportunistic';
  const { verify = !isOpportunistic, ca, servername = config.host } = config.tls ?? {};
  const hasPassword = config.auth !== undefined;
  return {
    host: servername,
    ...(net.isIP(servername) ? {} : { servername }), // SNI carries names only
    rejectUnauthorized: verify || (isOpportunistic && hasPassword),
    ...(ca ? { ca: [...tls.getCACertificates('default'), ca] } : {}),
  };
};

const tlsDetail = (socket: net.Socket) => (socket instanceof tls.TLSSocket ? (socket.getProtocol() ?? 'TLS') : '');

const helloName = (config: ServerConfig, socket: net.Socket): string => {
  const name = config.helloName ?? os.hostname();
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name)) return name;
  const local = socket.localAddress ?? '127.0.0.1';
  return net.isIPv6(local) ? `[IPv6:${local}]` : `[${local}]`;
};

const hello = async (wire: Wire, name: string, timeoutMs: number): Promise<Map<string, string>> => {
  const answer = await command(wire, 'greeting', `EHLO ${name}`, timeoutMs);
  if (answer.code === 250) return extensionsOf(answer);
  if (answer.code < 500 || answer.code === 554) throw rejected('greeting', 'hello_rejected', answer);
  const plain = await command(wire, 'greeting', `HELO ${name}`, timeoutMs); // a server from before 1995
  if (plain.code !== 250) throw rejected('greeting', 'hello_rejected', plain);
  return new Map();
};

const extensionsOf = (reply: Reply): Map<string, string> => {
  const extensions = new Map<string, string>();
  for (const line of reply.lines.slice(1)) {
    const [keyword = '', ...rest] = line.trim().split(/[ =]+/); // «AUTH=PLAIN» is an old spelling
    const name = keyword.toUpperCase();
    extensions.set(name, [extensions.get(name) ?? '', ...rest].join(' ').trim());
  }
  return extensions;
};

const command = (wire: Wire, step: SessionStep, text: string, timeoutMs: number): Promise<Reply> =>
  inStep(step, () => {
    wire.write(`${text}\r\n`, 1);
    return wire.reply(timeoutMs);
  });

const inStep = async <T>(step: SessionStep, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WireFault ? new ServerFault(step, wireCode(step, error), error.message) : error;
  }
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|CRL/;
const NOT_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/;

const wireCode = (step: SessionStep, fault: WireFault): ServerFaultCode => {
  if (fault.code === 'timeout') return 'timeout';
  if (fault.code === 'protocol') return step === 'tls' ? 'tls_failed' : 'not_smtp';
  if (fault.code === 'closed') return step === 'tls' ? 'tls_failed' : 'connection_closed';
  if (NOT_TLS.test(fault.message)) return 'tls_not_offered';
  return CERTIFICATE.test(fault.message) && !fault.message.startsWith('ERR_SSL') ? 'tls_certificate' : 'tls_failed';
};

const rejected = (step: SessionStep, code: ServerFaultCode, reply: Reply) =>
  new ServerFault(step, code, replyText(reply), reply.code);
