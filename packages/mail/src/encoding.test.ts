import { expect, test } from 'vitest';
import { prepareBase64 } from './encoding.ts';

const lengths = [0, 1, 2, 3, 4, 57, 58, 120];
const text = (length: number, first: string) => (first + 'bcdefghij'.repeat(20)).slice(0, length);

test('a text with gaps decodes to the filled text, whatever the lengths of its parts are', () => {
  for (const a of lengths)
    for (const b of lengths)
      for (const value of lengths)
        for (const other of [0, 1, 5]) {
          const statics = [text(a, 'A'), text(b, 'B'), text(other, 'C')];
          const values = [text(value, 'V'), text(other, 'W')];
          const encoded = prepareBase64(statics)(values);
          const whole = statics[0]! + values[0]! + statics[1]! + values[1]! + statics[2]!;
          expect(Buffer.from(encoded, 'base64').toString()).toBe(whole);
          // «=» may stand at the end only: readers stop there.
          expect(encoded.replace(/={1,2}$/, '')).not.toContain('=');
          expect(Math.max(...encoded.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
        }
});

test('values of several lines and in other alphabets are encoded like the text around them', () => {
  const encoded = prepareBase64(['Здравствуйте, ', '!\n', ''])(['Анна\nКим', 'два\r\nряда']);
  expect(Buffer.from(encoded, 'base64').toString()).toBe('Здравствуйте, Анна\r\nКим!\r\nдва\r\nряда');
});
