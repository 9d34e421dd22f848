import { z } from 'zod';
import { storedAddress, strayLetter } from './email-address.rules.ts';
import { cleanLine, isEmail, SEARCH_MAX, TITLE_MAX } from './text.rules.ts';

export const PAGE_SIZE = 20;
/** Maximum number of rows in one response, whatever limit is requested. */
export const PAGE_LIMIT_MAX = 200;

/** `limit` of a list; a larger one is reduced to `max`. */
export const limitUpTo = (max: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .default(PAGE_SIZE)
    .transform((n) => Math.min(n, max));

/** `limit` and `offset` of a list; a larger limit is reduced to {@link PAGE_LIMIT_MAX}. */
export const paging = {
  limit: limitUpTo(PAGE_LIMIT_MAX),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
};

export const sortOrder = z.enum(['asc', 'desc']).default('desc');

/** `sort_by` and `sort_order` of a list; without `sort_by` a list has the order that its endpoint describes. */
export const sorting = <const K extends readonly [string, ...string[]]>(keys: K) => ({
  sort_by: z.enum(keys).optional(),
  sort_order: sortOrder,
});
/** The same fields, as parameters of a query function. */
export type Sorting<K extends string> = { readonly sort_by?: K | undefined; readonly sort_order: 'asc' | 'desc' };

/** A repeatable query parameter: `?tags=a&tags=b`, `?tags[]=a` and `?tags=a` are all parsed to a list. */
export const listOf = <T extends z.ZodType>(item: T, max = 500) =>
  z.union([z.array(item).max(max), item.transform((one) => [one])]).default([]);

/** `true`, `false`, `1`, `0` of a query string. */
export const flag = z.stringbool();
/** The same of a query string or form, or a flag of a JSON body. */
export const anyFlag = z.union([z.boolean(), flag]);

/** One page of rows, and the total number of rows. */
export const page = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), total_count: z.int().min(0) });

/** A complete list, for lists that are always short. */
export const list = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });

export const id = z.uuid();
export const idParam = z.strictObject({ id });
/** An instant on the wire: ISO 8601 with a zone. */
export const instant = z.iso.datetime({ offset: true });
/** A calendar day on the wire: YYYY-MM-DD. */
export const day = z.iso.date();
/** A title in one line. */
export const title = z
  .string()
  .regex(/^[^\0]*$/)
  .overwrite(cleanLine)
  .min(1)
  .max(TITLE_MAX);
/** Search text. Letters with diacritics are composed, as in stored names. */
export const search = z
  .string()
  .overwrite((text) => text.normalize('NFC').trim())
  .max(SEARCH_MAX)
  .default('');
/** An email address that is stored or receives email, with its domain in the stored spelling. Sign-in accepts any text instead, to keep the format of accounts secret. */
export const emailAddress = z
  .string()
  .trim()
  .overwrite(storedAddress)
  .refine(isEmail, { params: { code: 'email_invalid' }, abort: true })
  .meta({ format: 'email' });
/** The address of a person: letters of different alphabets are not mixed within a part of it. */
export const personAddress = emailAddress
  .refine((email) => strayLetter(email) === null, { params: { code: 'email_mixed' } })
  .meta({ format: 'email' });
export const nothing = z.null();
