// @vitest-environment happy-dom
import { act } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { labelOf, MultiSelect, Select } from './select.tsx';
import { draw } from './testing.tsx';

const data = [
  { value: 'a', label: 'Первый' },
  { value: 'b', label: 'Второй' },
];

test('the label of a value is found in plain lists, pairs and groups', () => {
  expect(labelOf(['10', '20'], '20')).toBe('20');
  expect(labelOf(data, 'b')).toBe('Второй');
  expect(labelOf([{ group: 'Все', items: data }], 'a')).toBe('Первый');
  expect([labelOf(data, null), labelOf(data, 'c'), labelOf(undefined, 'a')]).toEqual(['', '', '']);
});

const field = (root: HTMLElement): HTMLInputElement => root.querySelector('input[role="combobox"]')!;

test('a closed field shows its value; the list loads with the first click and reports the choice', async () => {
  const chosen: (string | null)[] = [];
  const shown = await draw(
    <Select
      label="Что"
      data={data}
      value="a"
      onChange={(value) => chosen.push(value)}
      comboboxProps={{ withinPortal: false }}
    />,
  );
  expect(field(shown.root).value).toBe('Первый');
  expect(field(shown.root).getAttribute('aria-expanded')).toBe('false');
  expect(shown.root.querySelector('[role="option"]')).toBeNull();
  await act(async () => field(shown.root).click());
  await act(async () => void (await import('./kit-select.ts')));
  const options = [...shown.root.querySelectorAll<HTMLElement>('[role="option"]')];
  expect(options.map((one) => one.textContent)).toEqual(['Первый', 'Второй']);
  await act(async () => options[1]!.click());
  expect(chosen).toEqual(['b']);
  shown.end();
});

test('props of the list are not passed to the field, so React prints no warning', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => said.mockRestore());
  const search = { searchable: true, searchValue: '', onSearchChange: () => undefined, filter: () => [] };
  const shown = await draw(
    <Select label="Что" data={data} value="a" allowDeselect={false} onChange={() => undefined} {...search} />,
  );
  const chosen = await draw(<MultiSelect label="Кто" data={data} value={[]} hidePickedOptions {...search} />);
  expect([field(shown.root).value, field(chosen.root).value]).toEqual(['Первый', '']);
  expect(said.mock.calls).toEqual([]);
  shown.end();
  chosen.end();
});

test('letters and arrows open it as well, Tab does not', async () => {
  const shown = await draw(<Select label="Что" data={data} value={null} onChange={() => undefined} />);
  const press = (key: string): Promise<void> =>
    act(async () => void field(shown.root).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await press('Tab');
  expect(field(shown.root).getAttribute('aria-expanded')).toBe('false');
  await press('ArrowDown');
  await act(async () => void (await import('./kit-select.ts')));
  expect(field(shown.root)?.getAttribute('aria-expanded') ?? 'gone').not.toBe('false');
  shown.end();
});
