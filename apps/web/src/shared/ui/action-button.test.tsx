// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { ActionButton } from './action-button.tsx';
import { draw, eventually } from './testing.tsx';

const clicked = vi.fn();
const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
const form = (blocked?: string) => (
  <form onSubmit={submitted}>
    <ActionButton type="submit" blocked={blocked} onClick={clicked}>
      Сохранить
    </ActionButton>
  </form>
);

test('a blocked button keeps its place in the keyboard order, says why, and does nothing', async () => {
  const { root, again, end } = await draw(form('Введите название'));
  const button = () => root.querySelector('button')!;
  expect(button().disabled).toBe(false);
  expect(button().getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(button().getAttribute('aria-describedby')!)?.textContent).toBe('Введите название');
  act(() => button().click());
  expect(clicked).not.toHaveBeenCalled();
  expect(submitted).not.toHaveBeenCalled();
  act(() => button().focus());
  await eventually(() => expect(document.querySelector('[role=tooltip]')?.textContent).toBe('Введите название'));
  again(form());
  expect(button().hasAttribute('aria-disabled')).toBe(false);
  expect(button().hasAttribute('aria-describedby')).toBe(false);
  act(() => button().click());
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(submitted).toHaveBeenCalledTimes(1);
  end();
});
