/** Checks of single fields. Each answers the key of a sentence in `commons`, or undefined when all is well. */
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
/** Deliberately loose: the server and the email itself decide whether an address lives. */
export const email: Check = (value) =>
  value.trim() === '' || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value.trim()) ? undefined : 'field.email';
export const atLeast =
  (length: number): Check =>
  (value) =>
    value !== '' && value.length < length ? 'field.too_short' : undefined;
export const atMost =
  (length: number): Check =>
  (value) =>
    value.length > length ? 'field.too_long' : undefined;

/** A check whose sentence is in the texts of the screen itself. */
export const saying =
  <V>(right: (value: V) => boolean, sentence: string) =>
  (value: V) =>
    right(value) ? undefined : (sentence as never);
