import { expect, test } from 'vitest';
import { ownValue } from './own-value.ts';

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  '%s finds nothing in a table',
  (name) => {
    expect(ownValue({ a: 1 }, name)).toBeUndefined();
  },
);
