import { isEmail } from '@sergak/contract/text.rules.ts';

/** Checks of single fields. Each returns a sentence or its key in `commons`, or undefined if the value is valid. */
export type FieldFault =
  | 'field.required'
  | 'field.email'
  | 'field.too_long'
  | 'field.too_short'
  | 'field.mismatch'
  | 'field.number';
export type FieldCheck<V = string> = (value: V, all: Readonly<Record<string, unknown>>) => string | undefined;

export const required: FieldCheck<unknown> = (value) =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
    ? 'field.required'
    : undefined;
/** The server's rule for email addresses; `required` checks for an empty field. */
export const email: FieldCheck = (value) => (value.trim() === '' || isEmail(value.trim()) ? undefined : 'field.email');
export const minLength =
  (length: number): FieldCheck =>
  (value) =>
    value !== '' && value.length < length ? 'field.too_short' : undefined;
export const maxLength =
  (length: number): FieldCheck =>
  (value) =>
    value.length > length ? 'field.too_long' : undefined;

/** A check with a sentence from the texts of the screen. */
export const checkWithMessage =
  <V>(right: (value: V) => boolean, sentence: string) =>
  (value: V) =>
    right(value) ? undefined : sentence;
