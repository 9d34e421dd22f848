import { randomBytes } from 'node:crypto';
import { hashPassword, setPassword } from '../modules/session/public.ts';
import type { Platform } from '../platform/context.ts';
import { inSystem } from '../platform/db.ts';
import { readSealed } from '../platform/sealed.ts';
import {
  findFirstAddress,
  findFirstStart,
  firstStartPlace,
  hasAuditEntries,
  putFirstSuperUser,
} from './first-start.repo.ts';
import type { SignIn } from './sign-in.ts';

const ABOUT = 'first_start';
/** The stored password, for the change of the secret of the installation. */
export const sealedFirstPassword = firstStartPlace('password of the first super user', 'sealed_password', ABOUT);

/** A password that can be read aloud: four groups of four letters and digits without look-alikes, about 80 bits. */
export const generatePassword = (): string => {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letters = [...randomBytes(16)].map((byte) => signs[byte % signs.length]);
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-');
};

/**
 * The sign-in of the first super user: the same at each start until it has been used, then null. The password is issued by
 * the first start, and issued again if the secret that sealed it is lost. An account that was removed has no sign-in.
 */
export const firstSignIn = async (platform: Platform): Promise<SignIn | null> => {
  await deleteUsedSignIn(platform);
  const { super_user: id, sealed_password: sealed } = await findFirstStart(platform.db.owner);
  if (!id) return null;
  const email = await inSystem(platform.db, (tx) => findFirstAddress(tx, id));
  if (email === undefined) {
    platform.log.warn('the first super user does not exist: use `npm run unlock` if nobody can sign in');
    await putFirstSuperUser(platform.db.owner, null, null);
    return null;
  }
  return {
    role: 'super_user',
    email,
    password: readSealed(platform, { sealed, about: ABOUT }).text || (await issuePassword(platform, id)),
  };
};

/** Deletes the sealed password once its owner has signed in. Safe to repeat. */
export const deleteUsedSignIn = async (platform: Platform): Promise<void> => {
  const { owner } = platform.db;
  const { super_user: id } = await findFirstStart(owner);
  if (id && (await inSystem(platform.db, (tx) => hasAuditEntries(tx, id)))) await putFirstSuperUser(owner, null, null);
};

/** Stores the hash before the sealed password: if the start is interrupted in between, the next start issues another. */
const issuePassword = async (platform: Platform, id: string): Promise<string> => {
  const password = generatePassword();
  const hash = await hashPassword(password);
  await inSystem(platform.db, (tx) => setPassword(tx, id, hash));
  await putFirstSuperUser(platform.db.owner, id, platform.secrets.seal(password, ABOUT));
  return password;
};
