import { hash, verify } from '@node-rs/argon2';
import { readFileSync } from 'node:fs';
import { AppError } from '../../platform/errors.ts';

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** At most so many hashes at once: each takes memory and a core. */
const LANES = 4;

const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
);

let busy = 0;
const waiting: (() => void)[] = [];
const inLane = async <T>(work: () => Promise<T>): Promise<T> => {
  if (busy >= LANES) await new Promise<void>((go) => waiting.push(go));
  busy += 1;
  try {
    return await work();
  } finally {
    busy -= 1;
    waiting.shift()?.();
  }
};

/** What is stored of a password. */
export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, options));

let dummy: Promise<string> | undefined;

/** Compares in the same time whether there is a stored hash or not, so that nobody learns which addresses exist. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
  dummy ??= hashPassword('no such person');
  const against = stored ?? (await dummy);
  const same = await inLane(() => verify(against, password));
  return stored !== null && same;
};

/** Refuses passwords that everybody tries first: the common ones, one repeated sign, the own address. */
export const refuseWeak = (password: string, email: string): void => {
  const folded = password.toLowerCase();
  const [local = ''] = email.toLowerCase().split('@');
  const repeated = new Set(folded).size <= 2;
  const own = folded === email.toLowerCase() || (local.length > 3 && folded.replace(/[\d\W_]+$/, '') === local);
  if (common.has(folded) || repeated || own) throw new AppError('session.password_weak');
};
