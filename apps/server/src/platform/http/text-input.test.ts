import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { parseQuery } from './query-string.ts';
import { readTexts } from './text-input.ts';

const A = '0b2ad0de-0000-4000-8000-00000000000a';
const B = '0b2ad0de-0000-4000-8000-00000000000b';

type Json = {
  type?: string;
  pattern?: string;
  items?: Json;
  anyOf?: Json[];
  format?: string;
  enum?: string[];
  properties?: Record<string, Json>;
};
const jsonOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Json;
/** Samples of lists with rules of their own. */
const own: Readonly<Record<string, [string, string]>> = { own_networks: ['10.0.0.0/8', '192.168.0.0/16'] };
/** Two texts that the items of a list accept; null for lists of other things. */
const samplesOf = (field: Json): [string, string] | null => {
  const items = field.type === 'array' ? field.items : field.anyOf?.find((one) => one.type === 'array')?.items;
  if (items?.format === 'uuid') return [A, B];
  // Texts with rules of their own, such as days, networks and addresses.
  if (items?.pattern || items?.format) return null;
  if (items?.enum) return [items.enum[0]!, items.enum.at(-1)!];
  return items?.type === 'string' ? ['walk', 'walker'] : null;
};
const lists = (Object.entries(endpoints) as [string, Endpoint][]).flatMap(([id, e]) =>
  [e.query, 'body' in e ? e.body : undefined].flatMap((schema) =>
    Object.entries(schema === undefined ? {} : (jsonOf(schema).properties ?? {})).flatMap(([name, field]) => {
      const samples = own[name] ?? samplesOf(field);
      return samples ? [{ id, schema, name, samples }] : [];
    }),
  ),
);

describe('a list in a query string or a form', () => {
  test('is found in many calls', () => expect(lists.length).toBeGreaterThan(40));

  test.each(lists)(
    '$id: $name is one name, a repeated name, or a name with []',
    ({ schema, name, samples: [one, two] }) => {
      const field = (text: string) => {
        const shape = (schema as z.ZodObject).shape[name] as z.ZodType;
        return shape.safeParse(readTexts(schema, parseQuery(text))[name]);
      };
      const many = field(`${name}=${one}&${name}=${two}`);
      expect(many.success).toBe(true);
      expect(field(`${name}[]=${one}&${name}[]=${two}`)).toEqual(many);
      const single = field(`${name}=${one}`);
      expect(single.success).toBe(true);
      expect(single.data).toHaveLength(1);
      expect(field(`${name}[]=${one}`)).toEqual(single);
      expect(field(`${name}[0]=${one}`)).toEqual(single);
    },
  );
});

test('numbers and flags of a form are read by the schema, texts stay texts', () => {
  const schema = z.strictObject({
    life_days: z.int().optional(),
    toggle: z.boolean(),
    title: z.string(),
    levels: z.array(z.int()),
    either: z.union([z.boolean(), z.stringbool()]),
    task_id: z.string(),
    filter: z.object({ search: z.string() }).optional(),
    prepared: z.preprocess((given) => given, z.object({ a: z.int() })).optional(),
  });
  expect(
    schema.parse(
      readTexts(schema, {
        life_days: '30',
        toggle: 'false',
        title: '1',
        levels: '[4]',
        filter: '{"search":"A"}',
        prepared: '{"a":1}',
        either: 'true',
        event_id: 'x',
      }),
    ),
  ).toEqual({
    life_days: 30,
    toggle: false,
    title: '1',
    levels: [4],
    either: true,
    task_id: 'x',
    filter: { search: 'A' },
    prepared: { a: 1 },
  });
  expect(readTexts(schema, { life_days: 'many', toggle: 'perhaps', __proto__: null })).toEqual({
    life_days: 'many',
    toggle: 'perhaps',
  });
});

describe('a call with a form', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal.close());

  const prepare = async () => {
    const org = await make.organization();
    const administrator = await make.employee(org, { role: 'operator' });
    const token = await portal.signIn(administrator);
    const people = await Promise.all([make.employee(org), make.employee(org)]);
    const tag = await portal.ask('POST', '/lk/api/v2/users/tags/custom', token, { title: 'Смена' });
    return { token, tag: tag.body.id as string, people: people.map((one) => one.id) };
  };
  const send = (token: string, body: BodyInit) =>
    fetch(`${portal.url}/lk/api/v2/users/tags/custom/assign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
  const members = (tag: string) => stored('select 1 from tag_employees where tag_id = $1', [tag]);

  test.each([
    ['multipart, the name once', 'users_ids', 1, FormData],
    ['multipart, the name repeated', 'users_ids', 2, FormData],
    ['multipart, the name with []', 'users_ids[]', 1, FormData],
    ['urlencoded, the name once', 'users_ids', 1, URLSearchParams],
    ['urlencoded, the name with [] and repeated', 'users_ids[]', 2, URLSearchParams],
  ])('%s', async (_, name, count, Form) => {
    const { token, tag, people } = await prepare();
    const form = new Form();
    form.append('tag_id', tag);
    form.append('need_onboarding', 'false');
    for (const id of people.slice(0, count)) form.append(name, id);
    const answer = await send(token, form);
    expect([answer.status, await answer.json()]).toEqual([200, { assigned: count }]);
    expect(await members(tag)).toHaveLength(count);
  });

  test('a form may name thousands of people, and a larger form is rejected before it fills the memory', async () => {
    const { token, tag } = await prepare();
    const form = new FormData();
    form.append('tag_id', tag);
    for (let i = 0; i < 5_000; i += 1) form.append('users_ids', A);
    const answer = await send(token, form);
    expect((await answer.json()).code).toBe('employee.not_found');
    form.append('users_ids', 'x'.repeat(900_000));
    const rejected = await send(token, form);
    expect([rejected.status, (await rejected.json()).code]).toEqual([413, 'request.too_large']);
  });
});
