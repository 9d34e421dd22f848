// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { buildRequest } from './request.ts';

test('path parameters are encoded and removed from the query, lists repeat their key', () => {
  expect(
    buildRequest(
      { method: 'GET', address: '/lk/api/v2/users/:id/notes' },
      { id: 'a/b', tags: ['x', 'y'], search: 'ё', none: undefined },
    ),
  ).toEqual({ url: '/lk/api/v2/users/a%2Fb/notes?tags=x&tags=y&search=%D1%91' });
});
test('a write sends its query names in the address and the rest as JSON', () => {
  expect(
    buildRequest(
      { method: 'POST', address: '/x', touches: [], query: ['need_message'] },
      { need_message: true, email: 'a@b.c', ids: [] },
    ),
  ).toEqual({ url: '/x?need_message=true', json: '{"email":"a@b.c","ids":[]}' });
  expect(buildRequest({ method: 'DELETE', address: '/x/:id', touches: [] }, { id: '1' })).toEqual({ url: '/x/1' });
});
test('files are sent as multipart after the plain fields', () => {
  const { form } = buildRequest(
    { method: 'POST', address: '/x', touches: [], upload: ['image'] },
    { image: new File(['1'], 'a.png'), title: 't', ids: [1, 2], set: { a: 1 } },
  );
  expect([...form!.keys()]).toEqual(['title', 'ids', 'ids', 'set', 'image']);
  expect(form!.get('set')).toBe('{"a":1}');
});
test('a missing path parameter throws', () => {
  expect(() => buildRequest({ method: 'GET', address: '/x/:id' }, {})).toThrow('id is missing');
});
