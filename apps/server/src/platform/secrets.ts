import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** 256 random bits as base64url, for sessions and links. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** The stored form of a token: it recognises the token but cannot be used as one. */
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();
/** 128 random bits as base64url (22 characters): names an email's recipient in its links. */
export const newTrackingKey = (): string => randomBytes(16).toString('base64url');

export type Secrets = {
  /** Encrypts with AES-256-GCM; opening needs the same `about` (table and row). The value begins with {@link Secrets.label}. */
  seal(plain: string, about: string): Buffer;
  /** Opens a value of the current secret or of an older one. Throws if none of them has sealed it. */
  open(sealed: Buffer, about: string): string;
  /** First bytes of each value that the current secret has sealed. */
  readonly label: Buffer;
  /** Signs a small payload for a link outside the session (previews on the content origin). */
  sign(payload: object, expires: Date): string;
  /** The payload of a text that the current secret or an older one has signed; null if the signature is wrong or expired. */
  verify<T extends object>(signed: string, at: Date): T | null;
  /** Keyed digest in hexadecimal digits: recognises a text that may hold a password, which nobody can guess from it. */
  fingerprint(text: string): string;
  /** Whether the current secret or an older one gives a text this fingerprint. */
  hasFingerprint(text: string, fingerprint: string): boolean;
  /** Identifies the current secret without revealing any of it. */
  readonly mark: string;
  /** Whether a mark is that of the current secret or of an older one. */
  knows(mark: string): boolean;
};

const derive = (master: Buffer, use: string): Buffer => Buffer.from(hkdfSync('sha256', master, 'sergak', use, 32));

/** Marks a value that begins with the id of its key. */
const LABEL_START = Buffer.from('S1');
const KEY_ID_BYTES = 8;
const LABEL_BYTES = LABEL_START.length + KEY_ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keysOf = (master: Buffer) => ({
  label: Buffer.concat([LABEL_START, derive(master, 'seal-id').subarray(0, KEY_ID_BYTES)]),
  seal: derive(master, 'seal'),
  sign: derive(master, 'sign'),
  fingerprint: derive(master, 'fingerprint'),
  mark: derive(master, 'mark').toString('base64url'),
});

const decrypt = (key: Buffer, value: Buffer, about: string): string => {
  const nonce = value.subarray(0, NONCE_BYTES);
  const tag = value.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(about));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(value.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
};

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Everything that is derived from the secret of the installation. Older secrets only open and verify. */
export const createSecrets = (master: Buffer, older: readonly Buffer[] = []): Secrets => {
  const current = keysOf(master);
  const all = [current, ...older.map(keysOf)];
  return {
    mark: current.mark,
    label: current.label,
    knows: (mark) => all.some((keys) => keys.mark === mark),
    seal(plain, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.seal, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([current.label, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, about) {
      const label = sealed.subarray(0, LABEL_BYTES);
      const keys = all.find((one) => one.label.equals(label));
      if (!keys) throw new Error('no secret of this installation opens the value');
      return decrypt(keys.seal, sealed.subarray(LABEL_BYTES), about);
    },
    fingerprint: (text) => hmac(current.fingerprint, text).toString('hex'),
    hasFingerprint: (text, fingerprint) =>
      all.some((keys) => isEqual(hmac(keys.fingerprint, text), Buffer.from(fingerprint, 'hex'))),
    sign(payload, expires) {
      const text = Buffer.from(JSON.stringify({ ...payload, exp: expires.getTime() })).toString('base64url');
      return `${text}.${hmac(current.sign, text).toString('base64url')}`;
    },
    verify<T extends object>(signed: string, at: Date): T | null {
      const [text, tag] = signed.split('.');
      if (!text || !tag) return null;
      const mac = Buffer.from(tag, 'base64url');
      if (!all.some((keys) => isEqual(mac, hmac(keys.sign, text)))) return null;
      const payload = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T & { exp: number };
      return payload.exp > at.getTime() ? payload : null;
    },
  };
};

const secretOf = (configured: string): Buffer => createHash('sha256').update(configured).digest();

/**
 * Secrets that the current one has replaced: those of SERGAK_OLD_SECRET, and `secret.old.key` in the data folder. The variable
 * is tried as a whole as well, because a secret may contain commas.
 */
export const loadOldSecrets = async (dataDir: string, configured: string | undefined): Promise<Buffer[]> => {
  const texts =
    configured === undefined ? [] : [...new Set([configured, ...configured.split(',').map((one) => one.trim())])];
  const file = await readFile(join(dataDir, 'secret.old.key')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return [...texts.filter(Boolean).map(secretOf), ...(file ? [file] : [])];
};

/**
 * Loads the installation's master secret: SERGAK_SECRET if several machines share it, else a file in the data folder
 * that is created at the first start. The secret is stored outside the database and its backups.
 */
export const loadMasterSecret = async (dataDir: string, configured?: string): Promise<Buffer> => {
  if (configured) return secretOf(configured);
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(path, 0o600);
  return readFile(path);
};
