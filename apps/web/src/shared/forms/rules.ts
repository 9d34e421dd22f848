import { isEmail } from '@sergak/contract/text.rules.ts';

/** Checks of single fields. Each returns a sentence or its key in `commons`, or undefined if the value is valid. */
export type FieldFault =
  | 'field.required'
  | 'field.email'
  | 'field.email_mixed'
  | 'field.too_long'
  | 'field.too_short'
  | 'field.between'
  | 'field.between_or_empty'
  | 'field.wrong';
export type FieldCheck<V = string> = (value: V) => FieldFault | undefined;

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
