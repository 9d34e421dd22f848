import { expect, test } from 'vitest';
import { learningColor, phishingColor, riskColor, shareColor } from './risk.ts';

test.each([
  [0, 'green'],
  [3.9, 'green'],
  [4, 'yellow'],
  [6.99, 'yellow'],
  [7, 'red'],
  [10, 'red'],
  [null, 'red'],
  [undefined, 'red'],
])('level %s is %s', (level, color) => expect(riskColor(level)).toBe(color));
test.each([
  [0, 'green'],
  [15, 'green'],
  [15.1, 'yellow'],
  [50, 'yellow'],
  [50.1, 'red'],
])('share %s is %s', (share, color) => expect(shareColor(share)).toBe(color));
test('learning risk counts unfinished courses, phishing risk counts results', () => {
  expect([learningColor(100), learningColor(60), learningColor(30), learningColor(0)]).toEqual([
    'green',
    'yellow',
    'red',
    'red',
  ]);
  expect([phishingColor(0), phishingColor(40), phishingColor(70)]).toEqual(['green', 'yellow', 'red']);
});
