// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ActionMenu, Dropdown } from './dropdown.tsx';
import { draw } from './testing.tsx';

let calls: string[] = [];
beforeEach(() => {
  calls = [];
});

const Menu = (): ReactNode => (
  <ActionMenu
    label="Действия"
    lines={[
      { key: 'edit', label: 'Изменить', run: () => calls.push('edit') },
      { key: 'copy', label: 'Копировать', run: () => calls.push('copy') },
    ]}
  >
    …
  </ActionMenu>
);
const Table = (): ReactNode => (
  <table>
    <tbody>
      <tr onClick={() => calls.push('row')}>
        <td style={{ overflow: 'hidden' }}>
          <Menu />
        </td>
      </tr>
    </tbody>
  </table>
);
const button = (root: ParentNode) => root.querySelector<HTMLButtonElement>('[aria-expanded]')!;
const menu = () => document.querySelector<HTMLElement>('[role="menu"]');
const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')];
const click = (node: HTMLElement) => act(() => node.click());
const press = (key: string, more: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  act(() => void document.activeElement!.dispatchEvent(event));
  return event;
};

test('a menu is drawn outside its table cell, which would cut it off, and does not click the row', async () => {
  const { root, end } = await draw(<Table />);
  click(button(root));
  calls = [];
  expect(root.querySelector('td')!.contains(menu())).toBe(false);
  expect(menu()!.parentElement!.parentElement).toBe(document.body);
  expect(document.activeElement).toBe(items()[0]);
  click(items()[1]!);
  expect(calls).toEqual(['copy']);
  expect(menu()).toBeNull();
  expect(document.activeElement).toBe(button(root));
  end();
});

test('arrow keys, Home and End move the focus; Escape and Tab close the menu at its button', async () => {
  const { root, end } = await draw(<Table />);
  for (const key of ['Escape', 'Tab']) {
    click(button(root));
    press('ArrowDown');
    expect(document.activeElement).toBe(items()[1]);
    press('ArrowDown');
    expect(document.activeElement).toBe(items()[0]);
    press('End');
    expect(document.activeElement).toBe(items()[1]);
    press(key);
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(button(root));
  }
  end();
});

test('a press elsewhere closes a menu, a press in it does not', async () => {
  const { root, end } = await draw(<Table />);
  click(button(root));
  act(() => void menu()!.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(menu()).not.toBeNull();
  act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(menu()).toBeNull();
  end();
});

test('inside a dialog a menu stays in the dialog, which keeps the focus', async () => {
  const { root, end } = await draw(
    <div role="dialog">
      <Menu />
    </div>,
  );
  click(button(root));
  expect(root.querySelector('[role="dialog"]')!.contains(menu())).toBe(true);
  end();
});

test('a panel takes the focus, and leaving it continues at its button', async () => {
  const { root, end } = await draw(
    <Dropdown label="Столбцы" button="…">
      <input type="checkbox" aria-label="Должность" />
      <input type="checkbox" aria-label="Отдел" />
    </Dropdown>,
  );
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input')];
  click(button(root));
  expect(document.activeElement).toBe(boxes()[0]);
  expect(press('Tab', { shiftKey: true }).defaultPrevented).toBe(true);
  expect([boxes(), document.activeElement]).toEqual([[], button(root)]);
  click(button(root));
  act(() => boxes()[1]!.focus());
  expect(boxes()).toHaveLength(2);
  expect(press('Tab').defaultPrevented).toBe(false);
  expect([boxes(), document.activeElement]).toEqual([[], button(root)]);
  end();
});
