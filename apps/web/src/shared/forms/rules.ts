import { isEmail } from '@sergak/contract/text.rules.ts';

/** Checks of single fields. Each returns the key of a sentence in `commons`, or undefined if the value is valid. */
export type Fault =
  | 'field.required'
  | 'field.email'
  | 'field.too_long'
  | 'field.too_short'
  | 'field.mismatch'
  | 'field.number';
export type Check<V = string> = (value: V, all: Readonly<Record<string, unknown>>) => Fault | undefined;

export const required: Check<unknown> = (value) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
    ? 'field.required'
    : undefined;
/** The server's rule for email addresses; `required` checks for an empty field. */
export const email: Check = (value) => (value.trim() === '' || isEmail(value.trim()) ? undefined : 'field.email');
export const atLeast =
  (length: number): Check =>
  (value) =>
    value !== '' && value.length < length ? 'field.too_short' : undefined;
export const atMost =
  (length: number): Check =>
  (value) =>
    value.length > length ? 'field.too_long' : undefined;

/** A check with a sentence from the texts of the screen. */
export const saying =
  <V>(right: (value: V) => boolean, sentence: string) =>
  (value: V) =>
    right(value) ? undefined : (sentence as never);
