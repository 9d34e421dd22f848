import { expect, test } from 'vitest';
import { toCsv } from './save.ts';

test('cells that a spreadsheet would run are escaped; other cells are unchanged', () => {
  expect(
    toCsv({
      head: ['Имя', 'Число'],
      rows: [
        ['=HYPERLINK("x")', 5],
        ['а;б', -3],
        ['-1+1', 0],
        ['\uFF1D1+1', 0],
      ],
    }),
  ).toBe('Имя;Число\r\n"\'=HYPERLINK(""x"")";5\r\n"а;б";-3\r\n\'-1+1;0\r\n\'\uFF1D1+1;0');
});
