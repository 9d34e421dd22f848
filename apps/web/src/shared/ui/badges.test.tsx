// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { GroupRiskBadge } from './badges.tsx';
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
  expect(words).toContain('людей нет');
  expect((await colour(null, 3))[0]).toBe('red');
  expect((await colour(2, 3))[0]).toBe('green');
});
