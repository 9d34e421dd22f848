// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import statistics from '../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { RiskLine } from './risk-line.tsx';

beforeAll(() => addTexts('ru', 'statistics', statistics));

test.each([
  [10, 'red'],
  [5.2, 'yellow'],
  [1.3, 'green'],
])('a single level of %d has the colour of that level', async (value, color) => {
  const { root, end } = await draw(<RiskLine title="Риск" points={[{ date: '2026-11-21', value }]} height={200} />);
  expect(root.querySelector('circle')?.getAttribute('fill')).toBe(`var(--${color}-fill)`);
  end();
});
