export type Host = { readonly host: string; readonly port: number };
const targets = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
/** Which server a connection may use; the values of libpq. */
export type DatabaseTarget = (typeof targets)[number];
/** An address of which the driver cannot read all parts by itself: several servers, or a demand on the server. */
export type DatabaseAddress = {
  readonly hosts: readonly Host[];
  readonly target: DatabaseTarget;
  /** The address for the driver, without the servers: user, password, database and the other parameters. */
  readonly rest: string;
};

const SHAPE = /^(postgres(?:ql)?:\/\/)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i;
const HOST = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;
/** Forms of the driver for a socket of this machine. */
const SOCKET = /^(\/|socket:)/;
const DEFAULT_PORT = 5432;

const notAnAddress = () => new Error('is no address such as postgres://user:password@host:5432/name');

const portOf = (text: string): number => {
  const port = text === '' ? DEFAULT_PORT : Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`has a wrong port «${text}»`);
  return port;
};

const readHosts = (authority: string, params: URLSearchParams): Host[] => {
  const written = authority.split(',').map((one) => {
    const [, host, port = ''] = HOST.exec(one) ?? [];
    if (host === undefined) throw notAnAddress();
    return [decodeURIComponent(host), port] as const;
  });
  const names = params.get('host')?.split(',') ?? written.map(([host]) => host);
  const ports = params.get('port')?.split(',') ?? written.map(([, port]) => port);
  if (ports.length !== 1 && ports.length !== names.length)
    throw new Error(`names ${names.length} hosts and ${ports.length} ports`);
  return names.map((name, at) => ({
    host: name.replace(/^\[|\]$/g, '') || 'localhost',
    port: portOf(ports[ports.length === 1 ? 0 : at]!),
  }));
};

/**
 * Reads `postgres://user:password@a:5432,b:5433/name?target_session_attrs=read-write`, in the syntax of libpq. Returns null if
 * the driver can use the text as it is. Throws an error without the text, which holds a password.
 */
export const readAddress = (text: string): DatabaseAddress | null => {
  if (SOCKET.test(text)) return null;
  const [, scheme, authority = '', path = '', query = ''] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) throw notAnAddress();
  const login = authority.slice(0, authority.lastIndexOf('@') + 1);
  const params = new URLSearchParams(query);
  const hosts = readHosts(authority.slice(login.length), params);
  const target = (params.get('target_session_attrs') ?? 'any') as DatabaseTarget;
  if (!targets.includes(target)) throw new Error(`has another target_session_attrs than ${targets.join(', ')}`);
  for (const name of ['host', 'port', 'target_session_attrs']) params.delete(name);
  const rest = `${scheme}${login}localhost${path}${params.size > 0 ? `?${params}` : ''}`;
  if (!URL.canParse(rest)) throw notAnAddress();
  return hosts.length === 1 && target === 'any' ? null : { hosts, target, rest };
};
