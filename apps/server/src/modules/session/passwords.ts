import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/errors.ts';
import { isGuessable, type PasswordOwner } from './guessable.ts';

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Maximum number of concurrent hashes: each takes 19 MiB and a core. */
const HASHES_AT_ONCE = 4;

let busy = 0;
/** `later` has lower priority: a flood of guesses must not delay people at known addresses. */
type Turn = 'first' | 'later';
const waiting: Readonly<Record<Turn, (() => void)[]>> = { first: [], later: [] };
const runInTurn = async <T>(work: () => Promise<T>, turn: Turn): Promise<T> => {
  if (busy >= HASHES_AT_ONCE) await new Promise<void>((go) => waiting[turn].push(go));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.first.shift() ?? waiting.later.shift();
    if (next) next();
    else busy -= 1;
  }
};

/** The argon2id hash to store. */
export const hashPassword = (password: string): Promise<string> => runInTurn(() => hash(password, options), 'first');

let dummy: Promise<string> | undefined;

/** Takes the same time with and without a stored hash, so that the time does not reveal which addresses exist. */
export const checkPassword = async (
  stored: string | null,
  password: string,
  turn: Turn = 'first',
): Promise<boolean> => {
  dummy ??= hashPassword('no such person');
  const against = stored ?? (await dummy);
  const same = await runInTurn(() => verify(against, password), turn);
  return stored !== null && same;
};

/** Throws if the password is guessable, see {@link isGuessable}. */
export const rejectWeakPassword = (password: string, person: PasswordOwner): void => {
  if (isGuessable(password, person)) throw new AppError('session.password_weak');
};
