import { z } from 'zod';
import { cleanLine } from './text.rules.ts';

export const PAGE_SIZE = 20;
/** No list answers more rows than this in one call, whatever the limit asked for. */
export const PAGE_LIMIT_MAX = 200;

/** `limit` and `offset` of a list; a larger limit is cut to {@link PAGE_LIMIT_MAX}. */
export const paging = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(PAGE_SIZE)
    .transform((n) => Math.min(n, PAGE_LIMIT_MAX)),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
};

export const sortOrder = z.enum(['asc', 'desc']).default('desc');

/** A repeatable query parameter: `?tags=a&tags=b`, `?tags[]=a` and `?tags=a` all answer a list. */
export const listOf = <T extends z.ZodType>(item: T, max = 500) =>
  z.union([z.array(item).max(max), item.transform((one) => [one])]).default([]);

/** `true`, `false`, `1`, `0` of a query string. */
export const flag = z.stringbool();

/** One page of rows and how many there are in all. */
export const page = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), total_count: z.int().min(0) });

/** A whole list, for what is never long. */
export const list = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row) });

export const id = z.uuid();
export const idParam = z.strictObject({ id });
/** An instant on the wire: ISO 8601 with a zone. */
export const instant = z.iso.datetime({ offset: true });
/** A calendar day on the wire: YYYY-MM-DD. */
export const day = z.iso.date();
/** One line that names something. */
export const title = z
  .string()
  .regex(/^[^\0]*$/)
  .overwrite(cleanLine)
  .min(1)
  .max(255);
/** What is looked for, its emails composed with their marks as names are stored. */
export const search = z
  .string()
  .overwrite((text) => text.normalize('NFC').trim())
  .max(200)
  .default('');
export const nothing = z.null();
