// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import { addTexts } from '../i18n/texts.ts';
import { draw } from '../ui/testing.tsx';
import { StackedBars } from './stacked-bars.tsx';

beforeAll(() => {
  addTexts('ru', 'commons', commons);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
});

test('the parts of a bar stand on each other without an overlap, and nothing is drawn for zero', async () => {
  const { root, end } = await draw(
    <StackedBars
      title="По часам"
      labels={['9:00', '10:00']}
      series={[
        { figure: 'campaign_events', name: 'Открыли', values: [3, 0], color: 'red' },
        { figure: 'campaign_events', name: 'Перешли', values: [1, 0], color: 'blue' },
      ]}
    />,
  );
  const parts = [...root.querySelectorAll('svg rect')].map((one) => ({
    top: Number(one.getAttribute('y')),
    height: Number(one.getAttribute('height')),
  }));
  expect(parts).toHaveLength(2);
  const [opened, clicked] = parts;
  expect(clicked!.top + clicked!.height).toBeLessThanOrEqual(opened!.top);
  expect(opened!.height).toBeGreaterThan(clicked!.height);
  end();
});
