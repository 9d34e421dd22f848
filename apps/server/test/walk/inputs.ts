import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { z } from 'zod';

/** The part of JSON Schema that zod generates for the contract. */
export type Json = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  additionalProperties?: unknown;
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
};
export const parts = ['params', 'query', 'body'] as const;
export type Part = (typeof parts)[number];
export type Request = Partial<Record<Part, unknown>>;
/** One value inside a request, with a function that makes the plain request with another value there. */
export type Leaf = { part: Part; path: string; json: Json; make(value: unknown): unknown };

/** An id that no table contains. */
export const NOWHERE = '0b2ad0de-0000-4000-8000-000000000000';

const schemas = new WeakMap<object, Json>();
const schemaOf = (schema: unknown): Json => {
  const known = schemas.get(schema as object);
  if (known) return known;
  const made = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;
  schemas.set(schema as object, made);
  return made;
};
export const jsonOf = (e: Endpoint, part: Part): Json | null => {
  const schema = part === 'body' ? ('body' in e ? e.body : undefined) : e[part];
  return schema ? schemaOf(schema) : null;
};

/** Sample texts for schemas with a pattern; the first match is used. */
const samples = [
  'walk',
  'Прогулка',
  '123456',
  '#A259FF',
  'walk.pdf',
  'walk.svg',
  'walker@walk.test',
  'walk.test',
  'https://walk.test/',
  '2027-03-01',
  '0.1.0',
  'A'.repeat(22),
  'A'.repeat(43),
  NOWHERE,
];
const formats: Record<string, string> = {
  uuid: NOWHERE,
  'date-time': '2027-03-01T09:00:00Z',
  date: '2027-03-01',
  email: 'walker@walk.test',
  hostname: 'walk.test',
  uri: 'https://walk.test/',
  time: '09:00:00',
};

const texts = new WeakMap<Json, string>();
const text = (json: Json): string => {
  const known = texts.get(json);
  if (known !== undefined) return known;
  const fits = (value: string) =>
    value.length >= (json.minLength ?? 0) &&
    value.length <= (json.maxLength ?? Infinity) &&
    (!json.pattern || new RegExp(json.pattern, 'u').test(value));
  const given = json.format ? formats[json.format] : undefined;
  const found = [given, ...samples, 'w'.repeat(json.minLength ?? 1)].find(
    (value) => value !== undefined && fits(value),
  );
  if (found === undefined) throw new Error(`no sample fits ${JSON.stringify(json)}: add one to samples`);
  texts.set(json, found);
  return found;
};

/** The simplest value that a schema accepts: required fields only, lists as short as possible. */
export const plain = (json: Json): unknown => {
  if ('const' in json) return json.const;
  if (json.enum) return json.enum[0];
  if (json.allOf) return Object.assign({}, ...json.allOf.map(plain));
  const choice = json.anyOf ?? json.oneOf;
  if (choice) return plain(choice[0]!);
  if (json.type === 'object')
    return Object.fromEntries((json.required ?? []).map((name) => [name, plain(json.properties![name]!)]));
  if (json.type === 'array') return Array.from({ length: json.minItems ?? 0 }, () => plain(json.items ?? {}));
  if (json.type === 'integer' || json.type === 'number')
    return Math.max(1, json.minimum ?? 1, (json.exclusiveMinimum ?? 0) + 1);
  if (json.type === 'boolean') return true;
  if (json.type === 'null') return null;
  return text(json);
};

const inside = (json: Json): Omit<Leaf, 'part'>[] => {
  const choice = json.anyOf ?? json.oneOf;
  if (choice) return choice.flatMap(inside);
  if (json.allOf)
    return json.allOf.flatMap((one) =>
      inside(one).map((leaf) => ({
        ...leaf,
        make: (v: unknown) => ({ ...(plain(json) as object), ...(leaf.make(v) as object) }),
      })),
    );
  if (json.type === 'object' && json.properties)
    return Object.entries(json.properties).flatMap(([name, value]) =>
      inside(value).map((leaf) => ({
        ...leaf,
        path: leaf.path ? `${name}.${leaf.path}` : name,
        make: (v: unknown) => ({ ...(plain(json) as object), [name]: leaf.make(v) }),
      })),
    );
  if (json.type === 'array')
    return inside(json.items ?? {}).map((leaf) => ({
      ...leaf,
      path: `[].${leaf.path}`,
      make: (v: unknown) => (Array.isArray(v) ? v.map(leaf.make) : [leaf.make(v)]),
    }));
  if (json.type === 'null') return [];
  return [{ path: '', json, make: (v) => v }];
};

/** Requests that the schemas alone cannot describe: rules between fields, codes with a meaning. By endpoint and part. */
const overrides: Readonly<Record<string, Request>> = {
  'authenticator.verify-backup': { body: { code: 'walk23456789' } },
  'certificates.archive': { body: { all: true } },
  'certificates.reassign': { body: { all: true } },
  'employees.add': { body: { email: 'walker@walk.test' } },
  'employees.remove-many': { body: { ids: {} } },
  'employees.reinvite': { body: { ids: {} } },
  'employees.report': { body: { ids: {} } },
  'organizations.notify': { body: { ids: {} } },
  'packs.export': { body: { courses: [NOWHERE] } },
};

/** Corrects flags of a query string, which JSON Schema describes as plain text, by the values of the schema itself. */
const withSchemaFlags = (schema: unknown, value: unknown): unknown => {
  const { error } = (schema as z.ZodType).safeParse(value);
  for (const issue of error?.issues ?? [])
    if ('expected' in issue && (issue.expected as string) === 'stringbool')
      (value as Record<PropertyKey, unknown>)[issue.path[0]!] = 'true';
  return value;
};

const requests = new WeakMap<Endpoint, Request>();
/** A request that the endpoint's schemas accept, with required fields only. It is made once: do not change it. */
export const plainRequest = (id: string, e: Endpoint): Readonly<Request> => {
  const known = requests.get(e);
  if (known) return known;
  const request: Request = {};
  for (const part of parts) {
    const json = jsonOf(e, part);
    if (json) request[part] = withSchemaFlags(part === 'body' ? (e as { body: unknown }).body : e[part], plain(json));
    const over = overrides[id]?.[part];
    if (over) request[part] = { ...(request[part] as object), ...(over as object) };
  }
  requests.set(e, request);
  return request;
};

/** The plain request with another value at one place. */
export const requestWith = (id: string, e: Endpoint, leaf: Leaf, value: unknown): Request => {
  const request = plainRequest(id, e);
  const made = leaf.make(value);
  if (typeof made !== 'object' || made === null || Array.isArray(made)) return { ...request, [leaf.part]: made };
  const own = leaf.path.split('.')[0];
  const kept = Object.entries((request[leaf.part] ?? {}) as object).filter(
    ([name]) => name !== own && (name in made || name in ((overrides[id]?.[leaf.part] as object | undefined) ?? {})),
  );
  return { ...request, [leaf.part]: { ...made, ...Object.fromEntries(kept) } };
};

/** Every single value inside a request of the endpoint. */
export const leavesOf = (e: Endpoint): Leaf[] =>
  parts.flatMap((part) => {
    const json = jsonOf(e, part);
    return json ? inside(json).map((leaf) => ({ ...leaf, part })) : [];
  });
export const isUuid = (leaf: Leaf): boolean => leaf.json.format === 'uuid';
export const isNumber = (leaf: Leaf): boolean => leaf.json.type === 'integer' || leaf.json.type === 'number';
