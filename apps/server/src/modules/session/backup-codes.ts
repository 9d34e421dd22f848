import { randomInt } from 'node:crypto';
import { BACKUP_CODES } from '@sergak/contract/session/session.rules.ts';
import { digest } from '../../platform/secrets.ts';

/** Letters and digits that cannot be confused; twelve of them have 59 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** New backup codes in groups of four characters, as they are shown. */
export const newBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () =>
    Array.from({ length: 3 }, () =>
      Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    ).join('-'),
  );

/** The stored form of a backup code. */
export const hashBackupCode = (employeeId: string, code: string): Buffer =>
  digest(`${employeeId}:${code.replaceAll('-', '')}`);
