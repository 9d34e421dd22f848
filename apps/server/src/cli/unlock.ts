import { parseArgs } from 'node:util';
import { generatePassword } from '../app/first-sign-in.ts';
import { UnlockRejected, unlockSuperUser } from '../modules/organizations/public.ts';
import type { Database } from '../platform/db.ts';
import { runOnDatabase } from './run-on-database.ts';

// `npm run unlock`: lets a locked-out super user sign in again. Reads the same configuration as the product and may run
// at the same time.

const USAGE = 'npm run unlock -- --email ADDRESS [--organization ID_OR_TITLE] [--two-factor-off]';

/** Parses the command line. Throws `UnlockRejected` with the reason. */
export const parseUnlock = (args: readonly string[]) => {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { email: option, organization: option, 'two-factor-off': { type: 'boolean', default: false } },
    });
    if (!values.email) throw new Error('--email is missing');
    return { email: values.email, organization: values.organization, twoFactorOff: values['two-factor-off'] };
  } catch (error) {
    throw new UnlockRejected(`${(error as Error).message}\n${USAGE}`);
  }
};

/** Unlocks a super user. Returns the text to print: the new password is shown nowhere else. */
export const runUnlock = async (db: Database, args: readonly string[]): Promise<string> => {
  const password = generatePassword();
  const { email, organization } = await unlockSuperUser(db, { ...parseUnlock(args), password });
  return `${organization}\n  ${email}  ${password}\n  Change the password after signing in.`;
};

if (import.meta.main) await runOnDatabase(runUnlock, UnlockRejected);
