import { expect, test } from 'vitest';
import { inOrder } from './use-columns.ts';

const columns = (ids: string) => [...ids].map((id) => ({ id }));
const order = (ids: string, wanted: string) =>
  inOrder(columns(ids), [...wanted])
    .map((one) => one.id)
    .join('');

test('columns stand as the person has ordered them; new columns keep their place', () => {
  expect(order('nabcx', '')).toBe('nabcx');
  expect(order('nabcx', 'cba')).toBe('ncbax');
  // d came with a later version, b was removed by it.
  expect(order('nadcx', 'cba')).toBe('ncdax');
});
