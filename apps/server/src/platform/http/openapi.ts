import { addressOf, type Endpoint } from '@sergak/contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '@sergak/contract/errors.ts';
import { z } from 'zod';
import { callErrors } from './call-errors.ts';

type Json = Record<string, unknown>;

/** Recursive types by name, shared by all calls that use them. */
const recursive: Record<string, Json> = {};
/** Names of recursive types without an id of their own, by their content: zod numbers them from 1 in each schema. */
const unnamed = new Map<string, string>();

/** A JSON schema without definitions of its own: references point to the components of the document. */
const withComponents = (schema: Json): Json => {
  const { definitions = {}, $defs = {}, ...own } = schema as Record<string, Json>;
  const types = Object.entries({ ...definitions, ...$defs });
  if (types.length === 0) return own;
  const content = JSON.stringify(types);
  const nameOf = (name: string): string => {
    if (!name.startsWith('__')) return name;
    const key = `${name} ${content}`;
    const schemaName = unnamed.get(key) ?? `Recursive${unnamed.size + 1}`;
    unnamed.set(key, schemaName);
    return schemaName;
  };
  const moved = (value: unknown): Json =>
    JSON.parse(
      JSON.stringify(value).replaceAll(
        /"#\/(?:definitions|\$defs)\/([^"]+)"/g,
        (_, name: string) => `"#/components/schemas/${nameOf(name)}"`,
      ),
    ) as Json;
  for (const [name, one] of types) recursive[nameOf(name)] = moved(one);
  return moved(own);
};

/** Marks of the contract are no keywords of OpenAPI. */
const override = ({ jsonSchema }: { jsonSchema: Json }): void => {
  delete jsonSchema['result'];
};
const schemaOf = (schema: unknown, io: 'input' | 'output'): Json =>
  schema instanceof z.ZodType
    ? withComponents(z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0', override }) as Json)
    : {};

const parametersOf = (schema: unknown, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
};

const bodyOf = (e: Endpoint): Json => {
  if (!('audit' in e) || (!e.body && !e.upload)) return {};
  const body = schemaOf(e.body, 'input');
  if (!e.upload) return { requestBody: { content: { 'application/json': { schema: body } } } };
  const files = Object.fromEntries(Object.keys(e.upload).map((name) => [name, { type: 'string', format: 'binary' }]));
  const properties = { ...(body.properties as Json), ...files };
  return { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } } };
};

const components = {
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  schemas: {
    Error: {
      type: 'object',
      required: ['status', 'code', 'message', 'request_id'],
      properties: {
        status: { type: 'integer' },
        code: { type: 'string' },
        message: { type: 'string' },
        detail: { type: 'string' },
        details: {},
        request_id: { type: 'string' },
      },
    } satisfies { properties: Record<keyof ErrorBody, Json> } & Json,
  },
};

/** The response of one status with all codes it may carry. */
const rejection = (codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { code: { enum: codes } } }],
      },
    },
  },
});

const operation = (id: string, e: Endpoint): Json => ({
  operationId: id,
  tags: [id.split('.')[0]],
  summary: e.about,
  description: `Permission: ${e.permission}${e.least ? `, from ${e.least} up` : ''}.`,
  security: e.permission === 'public' ? [] : [{ token: [] }],
  parameters: [...parametersOf(e.params, 'path'), ...parametersOf(e.query, 'query')],
  ...bodyOf(e),
  responses: {
    200:
      e.response === 'file'
        ? { description: 'The file.', content: { 'application/octet-stream': {} } }
        : { description: 'The answer.', content: { 'application/json': { schema: schemaOf(e.response, 'output') } } },
    ...Object.fromEntries([...callErrors(e)].map(([status, codes]) => [status, rejection(codes)])),
  },
});

/** The API reference as OpenAPI 3, generated from the contract. */
export const openApi = (table: Readonly<Record<string, Endpoint>>, serverUrl: string): Json => {
  const paths: Record<string, Json> = {};
  for (const [id, e] of Object.entries(table)) {
    const path = addressOf(e.path).replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(id, e) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Sergak', version: '2' },
    servers: [{ url: serverUrl }],
    paths,
    components: { ...components, schemas: { ...components.schemas, ...recursive } },
  };
};
