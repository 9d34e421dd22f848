// @vitest-environment happy-dom
import { Button } from '@mantine/core';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { FormDialogFooter } from '../forms/dialog-parts.tsx';
import { Form, TextField, useForm } from '../forms/form.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { draw, eventually, isBlocked } from './testing.tsx';

const labels = (root: HTMLElement): string[] =>
  [...root.querySelectorAll('button')].map((button) => button.textContent ?? '');

test('cancel is placed before the primary button, delete before both', async () => {
  const cancel = vi.fn();
  const { root, end } = await draw(
    <DialogFooter onCancel={cancel} start={<Button>Удалить</Button>}>
      <Button>Сохранить</Button>
    </DialogFooter>,
  );
  expect(labels(root)).toEqual(['Удалить', 'Отмена', 'Сохранить']);
  act(() => root.querySelectorAll('button')[1]!.click());
  expect(cancel).toHaveBeenCalledOnce();
  end();
});

test('a dialog that can only be confirmed has only the primary button; a result is closed by «Закрыть»', async () => {
  const { root, again, end } = await draw(
    <DialogFooter>
      <Button>Готово</Button>
    </DialogFooter>,
  );
  expect(labels(root)).toEqual(['Готово']);
  again(<DialogFooter onCancel={() => undefined} cancel="Закрыть" />);
  expect(labels(root)).toEqual(['Закрыть']);
  end();
});

const Dialog = ({ onSubmit, held, strict = false }: { onSubmit: () => void; held: boolean; strict?: boolean }) => {
  const form = useForm({ title: '' });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextField name="title" label="Название" required />
      <FormDialogFooter action="Создать" held={held} strict={strict} onClose={() => undefined} />
    </Form>
  );
};

test('the footer of a form submits it if it is valid and not held; otherwise it leads to what is missing', async () => {
  const submit = vi.fn();
  const { root, again, end } = await draw(<Dialog onSubmit={submit} held={false} />);
  const primary = () => [...root.querySelectorAll('button')].at(-1)!;
  const input = root.querySelector('input')!;
  act(() => primary().click());
  await eventually(() => expect(root.textContent).toContain('Обязательное поле'));
  await eventually(() => expect(document.activeElement).toBe(input));
  expect(submit).not.toHaveBeenCalled();
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'Склад');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await eventually(() => expect(isBlocked(primary())).toBe(false));
  again(<Dialog onSubmit={submit} held />);
  expect(isBlocked(primary())).toBe(true);
  again(<Dialog onSubmit={submit} held={false} />);
  act(() => primary().click());
  await eventually(() => expect(submit).toHaveBeenCalledOnce());
  end();
});

test('a strict footer is blocked while the form is invalid', async () => {
  const { root, end } = await draw(<Dialog onSubmit={() => undefined} held={false} strict />);
  await eventually(() => expect(isBlocked([...root.querySelectorAll('button')].at(-1)!)).toBe(true));
  end();
});
