import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

// Results of simulations are marked in the schemas of responses, and anonymous organisations follow the marks (decision 0272):
// - `.meta({ result: true })` on a nullable field: a result of a person, or of a group that can have fewer than five people.
// - `.meta({ result: true })` on a whole response: results that can be compared until they describe persons.
// - `.meta({ result: 'total' })` on the funnel of a campaign or email: shown once it is final and large enough.

type Mark = true | 'total';
/** The marked fields of a response by name, at any depth; lists are transparent, and `*` is any name. */
export type ResultFields = ReadonlyMap<string, Mark | ResultFields>;

/**
 * What a call of an anonymous organisation answers.
 * - `free`: it contains no results of simulations.
 * - `own`: it contains results of the caller alone.
 * - `totals`: its marked fields are null, except final totals of campaigns that at least five people received.
 * - `rejected`: its whole response is a result, or nothing says what it contains.
 */
export type ResultContent = 'free' | 'own' | 'totals' | 'rejected';

type Inner = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly valueType?: z.core.$ZodType;
  readonly out?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
};
const innerOf = (schema: z.core.$ZodType): Inner => schema._zod.def as Inner;

/** The mark of a schema or of what it wraps, such as the type of an optional field. */
const markOf = (schema: z.core.$ZodType): Mark | undefined => {
  const mark = z.globalRegistry.get(schema)?.['result'] as Mark | undefined;
  const { innerType } = innerOf(schema);
  return mark ?? (innerType && markOf(innerType));
};

type Collected = Map<string, Mark | Collected>;
/** `outer`: the schemas around this one, because a schema may contain itself. */
const collectInto = (fields: Collected, schema: z.core.$ZodType, outer: readonly z.core.$ZodType[] = []): void => {
  if (outer.includes(schema)) return;
  const path = [...outer, schema];
  const { shape, valueType, innerType, element, out, options = [] } = innerOf(schema);
  const named = valueType ? { '*': valueType } : (shape ?? {});
  for (const [name, child] of Object.entries(named)) {
    const known = fields.get(name);
    const nested: Collected = known instanceof Map ? known : new Map();
    collectInto(nested, child, path);
    const found = markOf(child) ?? (nested.size > 0 ? nested : undefined);
    if (found !== undefined && typeof known !== 'string' && known !== true) fields.set(name, found);
  }
  for (const one of [innerType, element, out, ...options]) if (one) collectInto(fields, one, path);
};

/** The marked fields of a response. */
export const resultFields = (response: Endpoint['response']): ResultFields => {
  const fields: Collected = new Map();
  if (response !== 'file') collectInto(fields, response as z.ZodType);
  return fields;
};

/** Permissions of the calls that read results of simulations: such a call is closed unless its response is marked. */
const closed: readonly string[] = ['admin.phishing.campaigns', 'admin.statistics'];

/** What a call of an anonymous organisation answers, by the marks of its response. */
export const shownOf = ({ permission, response, results }: Endpoint): ResultContent => {
  if (!permission.startsWith('admin')) return 'own';
  if (response !== 'file' && markOf(response as z.ZodType) === true) return 'rejected';
  if (resultFields(response).size > 0) return 'totals';
  return results === 'none' || !closed.includes(permission) ? 'free' : 'rejected';
};
