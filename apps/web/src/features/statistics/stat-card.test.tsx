// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../../shared/ui/testing.tsx';
import { StatCard } from './stat-card.tsx';

const answered = { data: 7, isError: false, refetch: () => undefined };
const waiting = { data: undefined as number | undefined, isError: false, refetch: () => undefined };

test('a card with a failed request says so under its title, and retries only the failed request', async () => {
  const asked: string[] = [];
  const failed = { data: undefined as number | undefined, isError: true, refetch: () => asked.push('failed') };
  const well = { ...answered, refetch: () => asked.push('well') };
  const { root, end } = await draw(
    <StatCard title="Рассылка" of={[well, failed]}>
      {(a, b) => <b>{a + b}</b>}
    </StatCard>,
  );
  expect(root.querySelector('h2')?.textContent).toBe('Рассылка');
  expect(root.querySelector('[role=alert]')).not.toBeNull();
  act(() => root.querySelector('button')!.click());
  expect(asked).toEqual(['failed']);
  end();
});

test('a card waits for all of its requests, and keeps its data if a later refresh fails', async () => {
  const card = (second: typeof waiting) => (
    <StatCard title="Рассылка" of={[answered, second]}>
      {(a, b) => <b>{a + b}</b>}
    </StatCard>
  );
  const { root, again, end } = await draw(card(waiting));
  expect(root.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('Рассылка');
  again(card({ ...waiting, data: 5, isError: true }));
  expect(root.querySelector('b')?.textContent).toBe('12');
  end();
});
