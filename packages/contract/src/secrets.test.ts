import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

type Json = {
  type?: string | string[];
  properties?: Record<string, Json>;
  items?: Json;
  anyOf?: Json[];
  allOf?: Json[];
  oneOf?: Json[];
};
const SECRET = /(^|_)(token|secret|password|seed|otp|private_key|(recovery|backup)_codes?)$/;

const isText = (json: Json): boolean =>
  [json.type].flat().includes('string') || [json.items, ...(json.anyOf ?? [])].some((one) => one && isText(one));
/** Names of all fields of a response with a text or texts, at any depth. */
const fieldsOf = (json: Json): string[] => [
  ...Object.entries(json.properties ?? {}).flatMap(([name, inner]) => [
    ...(isText(inner) ? [name] : []),
    ...fieldsOf(inner),
  ]),
  ...[json.items, ...(json.anyOf ?? []), ...(json.allOf ?? []), ...(json.oneOf ?? [])].flatMap((one) =>
    one ? fieldsOf(one) : [],
  ),
];
const answerOf = (e: Endpoint): string[] =>
  e.response === 'file'
    ? []
    : fieldsOf(z.toJSONSchema(e.response as z.ZodType, { unrepresentable: 'any', io: 'input' }) as Json);

const table = Object.entries(endpoints as Record<string, Endpoint>);

test('every write with a secret in its response is marked, so that the response is not stored', () => {
  const unmarked = table.filter(
    ([, e]) => e.method !== 'GET' && e.secret !== true && answerOf(e).some((name) => SECRET.test(name)),
  );
  expect(unmarked.map(([id]) => id)).toEqual([]);
});

/** Calls whose answer has the secret in a field of another name, for example in a link. */
const hidden: Readonly<Record<string, string>> = { 'scorm.launch': 'url', 'sso.start': 'binding' };

test('every marked call has a secret in its response', () => {
  const marked = table.filter(([, e]) => e.method !== 'GET' && e.secret === true);
  expect(marked.map(([id]) => id)).toContain('tokens.create');
  for (const [id, e] of marked)
    expect([id, answerOf(e).some((name) => SECRET.test(name) || name === hidden[id])]).toEqual([id, true]);
});
