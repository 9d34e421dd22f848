// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import statistics from '../../../../../locales/ru/statistics.json' with { type: 'json' };
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

test('a change of the rules is marked where the chart has earlier points', async () => {
  const points = ['2026-11-01', '2026-11-10', '2026-11-20'].map((date) => ({ date, value: 5 }));
  const marks = async (ruleSince: string | null) => {
    const { root, end } = await draw(<RiskLine title="Риск" points={points} ruleSince={ruleSince} height={200} />);
    const upright = [...root.querySelectorAll('svg line')].filter(
      (line) =>
        line.getAttribute('x1') === line.getAttribute('x2') && line.getAttribute('y1') !== line.getAttribute('y2'),
    );
    const found = [upright.length, root.textContent.includes('по прежнему правилу')];
    end();
    return found;
  };
  expect(await marks('2026-11-10')).toEqual([1, true]);
  expect(await marks('2026-11-01')).toEqual([0, false]);
  expect(await marks(null)).toEqual([0, false]);
});
