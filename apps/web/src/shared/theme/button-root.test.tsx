// @vitest-environment happy-dom
import { ActionIcon, Button, MantineProvider } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../ui/testing.tsx';
import { makeTheme } from './theme.ts';

const theme = makeTheme('#3dbc87');
const press = vi.fn();
const sent = vi.fn();

const Page = ({ waits, kind: Kind }: { waits: boolean; kind: typeof Button | typeof ActionIcon }): ReactNode => (
  <MantineProvider theme={theme} env="test">
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      <Kind type="submit" loading={waits} onClick={press} aria-label="Отправить" />
    </form>
  </MantineProvider>
);

test.each([
  ['button', Button],
  ['icon', ActionIcon],
])('a %s that waits keeps the focus and does nothing', async (_, kind) => {
  const { root, again, end } = await draw(<Page waits={false} kind={kind as typeof Button} />);
  const button = root.querySelector('button')!;
  button.focus();
  again(<Page waits kind={kind as typeof Button} />);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  act(() => button.click());
  expect([press.mock.calls.length, sent.mock.calls.length]).toEqual([0, 0]);
  again(<Page waits={false} kind={kind as typeof Button} />);
  act(() => button.click());
  expect([press.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
  press.mockClear();
  sent.mockClear();
  end();
});

test('a link that looks like a button stays a link', async () => {
  const { root, end } = await draw(
    <MantineProvider theme={theme} env="test">
      <Button component="a" href="/lk/">
        На главную
      </Button>
    </MantineProvider>,
  );
  expect(root.querySelector('a')?.getAttribute('href')).toBe('/lk/');
  expect(root.querySelector('button')).toBeNull();
  end();
});
