import { ServerFault } from './outcome.ts';
import { replyText, type Reply, type Wire } from './wire.ts';

type Credentials = { user: string; password: string };

/** Signs in with PLAIN or LOGIN; returns the mechanism. Throws ServerFault, whose text never holds the password. */
export const authenticate = async (
  wire: Wire,
  extensions: ReadonlyMap<string, string>,
  credentials: Credentials,
  timeoutMs: number,
): Promise<string> => {
  const offered = (extensions.get('AUTH') ?? '').toUpperCase().split(' ');
  const mechanism = ['PLAIN', 'LOGIN'].find((name) => offered.includes(name));
  if (!mechanism) {
    throw new ServerFault('auth', 'auth_not_offered', `the server offers: ${offered.join(' ').trim() || 'nothing'}`);
  }
  if (/\0/.test(credentials.user + credentials.password))
    throw new ServerFault('auth', 'auth_failed', 'NUL in credentials');
  const ask = (line: string): Promise<Reply> => {
    wire.write(`${line}\r\n`, 1);
    return wire.reply(timeoutMs);
  };
  const answer = mechanism === 'PLAIN' ? await plain(ask, credentials) : await login(ask, credentials);
  if (answer.code === 235) return mechanism;
  const code = answer.code === 530 || answer.code === 538 ? 'tls_required' : 'auth_failed';
  throw new ServerFault('auth', code, hideSecrets(replyText(answer, Infinity), credentials).slice(0, 500), answer.code);
};

type Ask = (line: string) => Promise<Reply>;

const base64 = (text: string) => Buffer.from(text).toString('base64');

const plain = async (ask: Ask, { user, password }: Credentials): Promise<Reply> => {
  const token = base64(`\0${user}\0${password}`);
  const answer = await ask(`AUTH PLAIN ${token}`);
  return answer.code === 334 ? ask(token) : answer; // some servers ignore the initial response
};

const login = async (ask: Ask, { user, password }: Credentials): Promise<Reply> => {
  for (const line of ['AUTH LOGIN', base64(user)]) {
    const answer = await ask(line);
    if (answer.code !== 334) return answer;
  }
  return ask(base64(password));
};

/** Removes the password from a server's answer: servers may echo it, and answers are shown to people and logged. */
export const hideSecrets = (text: string, { user, password }: Credentials): string => {
  let clean = text;
  for (const secret of [base64(`\0${user}\0${password}`), base64(password), password]) {
    if (secret) clean = clean.replaceAll(secret, '***');
  }
  return clean;
};
