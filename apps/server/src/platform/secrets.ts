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
  /** Encrypts with AES-256-GCM; opening needs the same `about` (table and row). */
  seal(plain: string, about: string): Buffer;
  open(sealed: Buffer, about: string): string;
  /** Signs a small payload for a link outside the session (previews on the content origin). */
  sign(payload: object, expires: Date): string;
  /** The payload of a signed text; null if the signature is wrong or expired. */
  verify<T extends object>(signed: string, at: Date): T | null;
  /** Keyed digest in hexadecimal digits: recognises a text that may hold a password, which nobody can guess from it. */
  fingerprint(text: string): string;
  /** Identifies this master secret without revealing any of it. */
  readonly mark: string;
};

const derive = (master: Buffer, use: string): Buffer => Buffer.from(hkdfSync('sha256', master, 'sergak', use, 32));

export const createSecrets = (master: Buffer): Secrets => {
  const sealKey = derive(master, 'seal');
  const signKey = derive(master, 'sign');
  const fingerprintKey = derive(master, 'fingerprint');
  const mac = (text: string) => createHmac('sha256', signKey).update(text).digest();
  return {
    mark: derive(master, 'mark').toString('base64url'),
    seal(plain, about) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, about) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12)).setAAD(Buffer.from(about));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
    sign(payload, expires) {
      const text = Buffer.from(JSON.stringify({ ...payload, exp: expires.getTime() })).toString('base64url');
      return `${text}.${mac(text).toString('base64url')}`;
    },
    verify<T extends object>(signed: string, at: Date): T | null {
      const [text, tag] = signed.split('.');
      if (!text || !tag) return null;
      const given = Buffer.from(tag, 'base64url');
      const wanted = mac(text);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const payload = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T & { exp: number };
      return payload.exp > at.getTime() ? payload : null;
    },
  };
};

/**
 * Loads the installation's master secret: SERGAK_SECRET if several machines share it, else a file in the data folder
 * that is created at the first start. The secret is stored outside the database and its backups.
 */
export const loadMasterSecret = async (dataDir: string, configured?: string): Promise<Buffer> => {
  if (configured) return createHash('sha256').update(configured).digest();
  const path = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, randomBytes(32), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(path, 0o600);
  return readFile(path);
};
