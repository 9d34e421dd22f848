import { expect, test } from 'vitest';
import { minColumnWidth, CHECKBOX_WIDTH, columnWidths } from './widths.ts';

test('a column is at least as wide as its title with the sort mark', () => {
  const column = { title: 'Подразделение', width: 40 };
  expect(minColumnWidth(column)).toBeGreaterThan(13 * 7);
  expect(minColumnWidth({ ...column, sort: 'DEPARTMENT' })).toBeGreaterThan(minColumnWidth(column));
  expect(minColumnWidth({ title: 'Да', width: 300 })).toBe(300);
});

test('a long title of several words may take two lines', () => {
  expect(minColumnWidth({ title: 'Вероятность инцидента', width: 40 })).toBeLessThan(12 * 8 + 22);
});

test('a sentence as a title may take three lines', () => {
  const title = 'Вероятность инцидента за всё время';
  expect(minColumnWidth({ title, width: 40 })).toBeLessThan('за всё время'.length * 8 + 18);
});

test('a date column is as wide as its dates and takes no free width', () => {
  const { minWidth, widths } = columnWidths(
    [
      { title: 'Имя', phone: 'title' },
      { title: 'Срок', when: 'day' },
    ],
    false,
  );
  expect(widths[1]).toBe('106px'); // with the wider edge
  expect(widths[0]).toBe(`calc(228px + max(0px, 100cqw - ${minWidth}px) * 1.0000)`);
});

test('columns without a width share the rest, the title column most of it', () => {
  const { minWidth, widths } = columnWidths(
    [{ title: 'Имя', phone: 'title' }, { title: 'Отдел' }, { title: 'Риск', width: 100 }],
    true,
  );
  expect(minWidth).toBe(220 + 120 + 108 + CHECKBOX_WIDTH);
  expect(widths).toEqual([
    `calc(220px + max(0px, 100cqw - ${minWidth}px) * 0.6000)`,
    `calc(120px + max(0px, 100cqw - ${minWidth}px) * 0.4000)`,
    '108px',
  ]);
});

test('a table whose columns all have a width still fills its container', () => {
  const { widths } = columnWidths(
    [
      { title: 'А', width: 100 },
      { title: 'Б', width: 100 },
    ],
    false,
  );
  expect(widths).toEqual([
    'calc(108px + max(0px, 100cqw - 216px) * 0.5000)',
    'calc(108px + max(0px, 100cqw - 216px) * 0.5000)',
  ]);
});
