import { nameInside } from '@sergak/contract/wire-names.ts';
import { z } from 'zod';

/** The schema of a value without defaults, transformations and the like around it. */
const innermost = (schema: unknown): unknown => {
  let inner = schema;
  for (;;) {
    const {
      innerType,
      in: input,
      out,
    } = ((inner as z.ZodType | undefined)?.def ?? {}) as {
      innerType?: unknown;
      in?: unknown;
      out?: unknown;
    };
    if (innerType === undefined && input === undefined) return inner;
    // What a function prepares says nothing about its type, what follows the function does.
    inner = innerType ?? (input instanceof z.ZodTransform ? out : input);
  }
};

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** An object or list that a form carries as JSON text under its own name. */
const parseText = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** A text as the schema means it. A text that does not fit stays, so that the schema names the error. */
const readText = (schema: unknown, value: unknown): unknown => {
  const inner = innermost(schema);
  if (inner instanceof z.ZodUnion) {
    const options = (inner.options as unknown[]).map(innermost);
    const list = options.find((one) => one instanceof z.ZodArray);
    if (list) return readText(list, value);
    return options.some((one) => one instanceof z.ZodString) ? value : readText(options[0], value);
  }
  if (inner instanceof z.ZodArray) {
    const given = parseText(value);
    return (Array.isArray(given) ? given : [given]).map((one) => readText(inner.element, one));
  }
  if (inner instanceof z.ZodObject) return parseText(value);
  if (typeof value !== 'string') return value;
  if (inner instanceof z.ZodBoolean) return FLAGS[value] ?? value;
  if (inner instanceof z.ZodNumber) return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
  return value;
};

/**
 * The fields of a form or query string, which are all texts, as the schema of the call means them: a list whose name was given
 * once, a number, a flag. Names are ours (`wire-names.ts`).
 */
export const readTexts = (schema: unknown, given: Record<string, unknown>): Record<string, unknown> => {
  const inner = innermost(schema);
  const shape: Readonly<Record<string, unknown>> = inner instanceof z.ZodObject ? inner.shape : {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const ours = nameInside(name);
      return [ours, Object.hasOwn(shape, ours) ? readText(shape[ours], value) : value];
    }),
  );
};
