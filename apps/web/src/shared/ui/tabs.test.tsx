// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { draw, eventually, onPage } from './testing.tsx';
import { LinkTabs, Tabs } from './tabs.tsx';

const items = [
  { value: 'emails', label: 'Письма', count: 1200 },
  { value: 'pages', label: 'Страницы' },
  { value: 'log', label: 'Журнал', count: 0 },
] as const;

const Example = (): ReactNode => {
  const [open, setOpen] = useState<(typeof items)[number]['value']>('emails');
  return (
    <Tabs items={items} value={open} onChange={setOpen}>
      Открыто: {open}
    </Tabs>
  );
};

const shown = async () => {
  const drawn = await draw(<Example />);
  const tabs = () => [...drawn.root.querySelectorAll<HTMLElement>('[role=tab]')];
  return {
    ...drawn,
    tabs,
    press: (key: string) =>
      act(() => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))),
    panel: () => drawn.root.querySelector('[role=tabpanel]')!,
  };
};

test('a click opens a tab; its panel is named after the tab; known counts are shown with the tab', async () => {
  const { tabs, panel, end } = await shown();
  expect(tabs().map((tab) => tab.textContent)).toEqual(['Письма1\u00a0200', 'Страницы', 'Журнал0']);
  act(() => tabs()[1]!.click());
  expect(panel().textContent).toBe('Открыто: pages');
  expect(panel().getAttribute('aria-labelledby')).toBe(tabs()[1]!.id);
  expect(tabs().map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false']);
  end();
});

test('arrow keys, Home and End move between the tabs, around the ends; one tab alone is reached by Tab', async () => {
  const { tabs, press, panel, end } = await shown();
  tabs()[0]!.focus();
  const at = () => [document.activeElement?.textContent, panel().textContent];
  press('ArrowLeft');
  expect(at()).toEqual(['Журнал0', 'Открыто: log']);
  press('ArrowRight');
  expect(at()).toEqual(['Письма1\u00a0200', 'Открыто: emails']);
  press('End');
  expect(at()).toEqual(['Журнал0', 'Открыто: log']);
  press('Home');
  press('ArrowRight');
  expect(at()).toEqual(['Страницы', 'Открыто: pages']);
  expect(tabs().map((tab) => tab.tabIndex)).toEqual([-1, 0, -1]);
  end();
});

test('tabs that are pages of their own are links; the open tab is the current page', async () => {
  const params = { employee_id: 'e1' };
  const { root, end } = await draw(
    onPage(
      <LinkTabs
        label="Разделы"
        value="courses"
        items={[
          { value: 'about', label: 'О сотруднике', to: { screen: 'staff.employee', params } },
          { value: 'note', label: 'Заметка', to: { screen: 'staff.employee', params, search: { tab: 'note' } } },
          { value: 'courses', label: 'Курсы', count: 3, to: { screen: 'staff.employee-courses', params } },
        ]}
      />,
    ),
  );
  await eventually(() => expect(root.querySelectorAll('nav a')).toHaveLength(3));
  const links = [...root.querySelectorAll('nav a')];
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'page']);
  expect(links[1]!.getAttribute('href')).toMatch(/e1.*\?tab=note$/);
  end();
});
