import type { ErrorCode } from '@sergak/contract/errors.ts';
import { isApiError } from '../api-error.ts';

/** Maps error codes to the fields of a form that they concern. */
export type FieldsByErrorCode = Readonly<Partial<Record<ErrorCode, string>>>;
type Named = { readonly names: readonly string[]; readonly others: boolean };

/**
 * The fields of a form that a server error rejects: the field of its code, or the fields that `request.invalid` names.
 * `others`: the error also concerns something that is not a field of this form.
 */
export const rejectedFields = (error: unknown, values: object, fields: FieldsByErrorCode): Named => {
  if (!isApiError(error)) return { names: [], others: true };
  const own = fields[error.code as ErrorCode];
  if (own !== undefined) return { names: [own], others: false };
  if (error.code !== 'request.invalid' || !Array.isArray(error.details)) return { names: [], others: true };
  const named = (error.details as readonly { field?: string }[]).map(({ field = '' }) => field.split('.')[0]!);
  const names = [...new Set(named)].filter((name) => name in values);
  return { names, others: named.some((name) => !names.includes(name)) };
};

type Rejected = { readonly value: unknown; readonly sentence: string };
const rejected = new WeakMap<object, Map<string, Rejected>>();

/** Stores that the server rejected the value of a field; `form` is the `control` of react-hook-form. */
export const storeRejection = (form: object, name: string, what: Rejected): void => {
  const rejections = rejected.get(form) ?? new Map<string, Rejected>();
  rejected.set(form, rejections.set(name, what));
};
/** The server's error for the value of a field, as long as the field holds that value. */
export const rejectionOf = (form: object, name: string, value: unknown): string | undefined => {
  const found = rejected.get(form)?.get(name);
  if (found === undefined || found.value === value) return found?.sentence;
  rejected.get(form)!.delete(name);
  return undefined;
};
