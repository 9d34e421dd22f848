import { RISK_MAX } from './employees.limits.ts';

export * from './employees.limits.ts';

type Named = { last_name: string; first_name: string; middle_name: string; email: string };
/** Last, first and middle name, or the address if there is no name. The database computes `full_name` in the same way. */
export const displayName = (person: Named): string =>
  [person.last_name, person.first_name, person.middle_name].filter(Boolean).join(' ') || person.email;

/** Input of a risk bound: null if it is not a number, else a whole number within the scale. */
export const riskInput = (text: string): number | null => {
  if (!/^\d+$/.test(text.trim())) return null;
  return Math.min(RISK_MAX, Number(text));
};

/** The range after one bound has moved: the other bound follows, so that the lower one is never above the upper one. */
export const moveRiskRange = (range: { min: number; max: number }, moved: { min?: number; max?: number }) => {
  const next = { ...range, ...moved };
  if (next.min <= next.max) return next;
  return moved.min === undefined ? { min: next.max, max: next.max } : { min: next.min, max: next.min };
};
