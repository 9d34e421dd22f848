// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { GroupRiskBadge, RiskBadge } from './badges.tsx';
import { draw } from './testing.tsx';

const colour = async (level: number | null, people: number): Promise<[string | null | undefined, string]> => {
  const { root, end } = await draw(<GroupRiskBadge level={level} people={people} />);
  const found = root.querySelector('[data-color]')?.getAttribute('data-color');
  const text = root.textContent;
  end();
  return [found, text];
};

test('a department without people is not red; people without a level are', async () => {
  const [none, words] = await colour(null, 0);
  expect(none).toBeUndefined();
  expect(words).toContain('нет сотрудников');
  expect((await colour(null, 3))[0]).toBe('red');
  expect((await colour(2, 3))[0]).toBe('green');
});

test('a missing level is a small outlined badge in words, without the triangle of a warning', async () => {
  const { root, end } = await draw(<RiskBadge level={null} word />);
  const badge = root.querySelector('[data-missing]')!;
  expect([badge.textContent, badge.getAttribute('data-color'), root.querySelector('svg')]).toEqual([
    'нет данных',
    'red',
    null,
  ]);
  end();
});
