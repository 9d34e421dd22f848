import { PASSWORD_MIN } from '@sergak/contract/session/session.rules.ts';

export type Strength = 0 | 1 | 2 | 3 | 4;
export type Advice = 'short' | 'personal' | 'repeated' | 'longer' | 'good' | 'great';

const runs = (value: string): number => new Set(value.toLowerCase()).size;

/**
 * A hint, not a rule: the estimated strength of a password. Length counts most, as several words are stronger than a
 * few special characters; only the server decides, by length and by its list of common passwords.
 */
export const strengthOf = (value: string, personal: readonly string[] = []): { level: Strength; advice: Advice } => {
  if (value.length < PASSWORD_MIN) return { level: value === '' ? 0 : 1, advice: 'short' };
  const low = value.toLowerCase();
  if (personal.some((word) => word.length >= 4 && low.includes(word.toLowerCase())))
    return { level: 1, advice: 'personal' };
  if (runs(value) <= 4 || /0123456|1234567|qwerty|йцукен|password|пароль|parol/.test(low))
    return { level: 1, advice: 'repeated' };
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(value)).length;
  const score = value.length + (kinds - 1) * 2;
  if (score < 14) return { level: 2, advice: 'longer' };
  return score < 20 ? { level: 3, advice: 'good' } : { level: 4, advice: 'great' };
};
