// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { draw, eventually } from '../ui/testing.tsx';
import { Form, TextField, useForm } from './form.tsx';
import { FormSaveBar, SaveBar } from './save-bar.tsx';

const button = (root: HTMLElement, label: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === label)!;
const type = (root: HTMLElement, name: string, value: string): void =>
  act(() => {
    const input = root.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

const Page = ({ onSave, onDrop }: { onSave: (values: object) => void; onDrop: () => void }): ReactNode => {
  const form = useForm({ title: 'Завод', city: 'Навои' });
  return (
    <Form form={form} onSubmit={onSave}>
      <TextField name="title" label="Название" required />
      <TextField name="city" label="Город" />
      <FormSaveBar busy={false} onDrop={onDrop} />
    </Form>
  );
};
/** Draws the page and waits for its first validation. */
const drawPage = async (node: ReactNode) => {
  const drawn = await draw(node);
  await act(async () => undefined);
  return drawn;
};
const bar = (root: HTMLElement): string | null => root.querySelector('[role=region]')?.textContent ?? null;

test('the bar appears with the first change, counts changed fields and disappears when they are undone', async () => {
  const { root, end } = await drawPage(<Page onSave={() => undefined} onDrop={() => undefined} />);
  expect(bar(root)).toBeNull();
  type(root, 'title', 'Склад');
  await eventually(() => expect(bar(root)).toContain('Не сохранено 1 изменение'));
  type(root, 'city', 'Бухара');
  await eventually(() => expect(bar(root)).toContain('Не сохранены 2 изменения'));
  type(root, 'city', 'Навои');
  type(root, 'title', 'Завод');
  await eventually(() => expect(bar(root)).toBeNull());
  end();
});

test('a form with a wrong field says why it cannot be saved, and leads to it; discarding returns the stored values', async () => {
  const drop = vi.fn();
  const save = vi.fn();
  const { root, end } = await drawPage(<Page onSave={save} onDrop={drop} />);
  type(root, 'title', '');
  await eventually(() => expect(bar(root)).toContain('Исправьте ошибки'));
  const primary = button(root, 'Сохранить');
  act(() => primary.click());
  await eventually(() => expect(document.activeElement).toBe(root.querySelector('input[name=title]')));
  expect(document.getElementById(primary.getAttribute('aria-describedby')!)!.textContent).toContain('Исправьте');
  act(() => button(root, 'Отменить изменения').click());
  await eventually(() => expect(bar(root)).toBeNull());
  expect(root.querySelector<HTMLInputElement>('input[name=title]')!.value).toBe('Завод');
  expect([drop.mock.calls.length, save.mock.calls.length]).toEqual([1, 0]);
  end();
});

test('saving submits the form', async () => {
  const save = vi.fn();
  const { root, end } = await drawPage(<Page onSave={save} onDrop={() => undefined} />);
  type(root, 'city', 'Бухара');
  await eventually(() => expect(button(root, 'Сохранить').disabled).toBe(false));
  act(() => button(root, 'Сохранить').click());
  await eventually(() => expect(save).toHaveBeenCalledWith({ title: 'Завод', city: 'Бухара' }));
  end();
});

test('a reason can lead to the place where it is removed; while saving nothing can be discarded', async () => {
  const go = vi.fn();
  const props = { changes: 1, onSave: () => undefined, onDrop: () => undefined };
  const { root, again, end } = await draw(
    <SaveBar {...props} busy={false} reason={{ text: 'Не заполнено действие', onClick: go }} />,
  );
  act(() => button(root, 'Не заполнено действие').click());
  expect(go).toHaveBeenCalledOnce();
  expect(button(root, 'Сохранить').disabled).toBe(true);
  again(<SaveBar {...props} busy />);
  expect(button(root, 'Отменить изменения').disabled).toBe(true);
  end();
});

test('in an editor the bar is shown without changes too, because it contains the exit', async () => {
  const leave = vi.fn();
  const { root, end } = await draw(<SaveBar changes={0} stays busy={false} onSave={() => undefined} onDrop={leave} />);
  expect(bar(root)).not.toContain('Не сохран');
  act(() => button(root, 'Отмена').click());
  expect(leave).toHaveBeenCalledOnce();
  end();
});
