import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Platform } from './context.ts';
import { openSealed } from './sealed.ts';

// Bytes of any size are sealed with a key of their own, and only this key with the secret of the installation. A new secret
// then seals the keys again and not gigabytes, and without its key nobody can read what is left in a backup of the bytes.

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
type Keys = Pick<Platform, 'secrets'>;
export type SealedBytes = { readonly keySealed: Buffer; readonly sealed: Buffer };

/** Seals bytes with AES-256-GCM under a new key, which the secret of the installation seals. */
export const sealBytes = ({ secrets }: Keys, bytes: Uint8Array, about: string): SealedBytes => {
  const key = randomBytes(32);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return {
    keySealed: secrets.seal(key.toString('base64'), about),
    sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]),
  };
};

/** Opens sealed bytes. Throws `secret.lost` if their key cannot be opened. */
export const openBytes = (on: Keys, { keySealed, sealed }: SealedBytes, about: string): Buffer => {
  const key = Buffer.from(openSealed(on, { sealed: keySealed, about }), 'base64');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
};
