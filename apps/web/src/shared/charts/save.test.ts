// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { toCsv, withCaption } from './save.ts';

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

test('a saved picture has its title in lines that fit, the drawing, and what its colours mean', () => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.append(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
  const title = `Последняя рассылка: ${'проверка '.repeat(8)}`.trim();
  const sheet = withCaption(svg, { width: 400, height: 200 }, title, [{ name: 'Открыли', color: 'red' }]);
  const texts = [...sheet.querySelectorAll('text')].map((one) => one.textContent);
  expect(texts.slice(0, -1).join(' ')).toBe(title);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.at(-1)).toBe('Открыли');
  expect(sheet.querySelector('svg path')).not.toBeNull();
  expect(sheet.querySelector('rect')!.getAttribute('fill')).toBe('red');
  expect(Number(sheet.getAttribute('height'))).toBeGreaterThan(250);
});
