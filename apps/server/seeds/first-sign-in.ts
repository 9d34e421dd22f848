import { randomBytes } from 'node:crypto';
import { hashPassword } from '../src/modules/session/public.ts';
import type { Platform } from '../src/platform/context.ts';
import { inSystem } from '../src/platform/db.ts';
import { findFirstStart, hasActed, putFirstSuperUser } from '../src/platform/first-start.repo.ts';
import type { SignIn } from './sign-in.ts';

const ABOUT = 'first_start';

/** A password that can be read aloud: four groups of four letters and digits without look-alikes, about 80 bits. */
export const newPassword = (): string => {
  const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
  const emails = [...randomBytes(16)].map((byte) => signs[byte % signs.length]);
  return [0, 4, 8, 12].map((at) => emails.slice(at, at + 4).join('')).join('-');
};

/**
 * The sign-in of the first super user, the same one at each start until somebody has used it; null from then on. It is
 * issued when first asked for, and anew where the secret that sealed it is lost.
 */
export const firstSignIn = async (platform: Platform): Promise<SignIn | null> => {
  await forgetUsedSignIn(platform);
  const { super_user: id, sealed_password: sealed } = await findFirstStart(platform.db.owner);
  if (!id) return null;
  const person = await inSystem(platform.db, (tx) =>
    tx.selectFrom('employees').select('email').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return {
    role: 'super_user',
    email: person.email,
    password: (sealed && opened(platform, sealed)) ?? (await issue(platform, id)),
  };
};

/** Forgets the first password as soon as its owner has signed in. Safe to repeat; most of the time there is nothing to do. */
export const forgetUsedSignIn = async (platform: Platform): Promise<void> => {
  const { owner } = platform.db;
  const { super_user: id } = await findFirstStart(owner);
  if (id && (await inSystem(platform.db, (tx) => hasActed(tx, id)))) await putFirstSuperUser(owner, null, null);
};

const opened = ({ secrets }: Platform, sealed: Buffer): string | null => {
  try {
    return secrets.open(sealed, ABOUT);
  } catch {
    return null;
  }
};

/** First what is compared at the sign-in, then what is told: interrupted in between, the next start issues another. */
const issue = async (platform: Platform, id: string): Promise<string> => {
  const password = newPassword();
  const hash = await hashPassword(password);
  await inSystem(platform.db, (tx) =>
    tx.updateTable('employees').set({ password_hash: hash }).where('id', '=', id).execute(),
  );
  await putFirstSuperUser(platform.db.owner, id, platform.secrets.seal(password, ABOUT));
  return password;
};
