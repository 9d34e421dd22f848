import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/errors.ts';
import { isGuessable, type PasswordOwner } from './guessable.ts';

// OWASP's argon2id setting for interactive sign-in: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** At most so many hashes at once: each takes memory and a core. */
const LANES = 4;

let busy = 0;
/** `later` gives way: a flood of guesses must not delay those who have proved before who they are. */
type Turn = 'first' | 'later';
const waiting: Readonly<Record<Turn, (() => void)[]>> = { first: [], later: [] };
const inLane = async <T>(work: () => Promise<T>, turn: Turn): Promise<T> => {
  if (busy >= LANES) await new Promise<void>((go) => waiting[turn].push(go));
  else busy += 1;
  try {
    return await work();
  } finally {
    const next = waiting.first.shift() ?? waiting.later.shift();
    if (next) next();
    else busy -= 1;
  }
};

/** What is stored of a password. */
export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, options), 'first');

let dummy: Promise<string> | undefined;

/** Compares in the same time whether there is a stored hash or not, so that nobody learns which addresses exist. */
export const checkPassword = async (
  stored: string | null,
  password: string,
  turn: Turn = 'first',
): Promise<boolean> => {
  dummy ??= hashPassword('no such person');
  const against = stored ?? (await dummy);
  const same = await inLane(() => verify(against, password), turn);
  return stored !== null && same;
};

/** Refuses passwords that are tried first: see {@link isGuessable}. */
export const refuseWeak = (password: string, person: PasswordOwner): void => {
  if (isGuessable(password, person)) throw new AppError('session.password_weak');
};
