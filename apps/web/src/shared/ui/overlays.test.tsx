// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { Form, TextField, useForm } from '../forms/form.tsx';
import { hasUnsaved } from '../unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Modal } from './overlays.tsx';
import { draw, eventually } from './testing.tsx';

const Dialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const form = useForm({ title: '' });
  const [chosen, setChosen] = useState(false);
  const [removing, setRemoving] = useState(false);
  return (
    <Modal opened onClose={onClose} unsaved={chosen} title="Новый отдел">
      <Form form={form} onSubmit={() => undefined}>
        <TextField name="title" label="Название" />
      </Form>
      <button type="button" onClick={() => setChosen(!chosen)}>
        Выбрать
      </button>
      <button type="button" onClick={() => setRemoving(true)}>
        Удалить отдел
      </button>
      <ConfirmDialog
        opened={removing}
        title="Удалить?"
        action="Удалить"
        onConfirm={() => undefined}
        onClose={() => setRemoving(false)}
      />
    </Modal>
  );
};

const shown = async () => {
  let closed = 0;
  const drawn = await draw(<Dialog onClose={() => (closed += 1)} />);
  const settle = async (): Promise<void> => {
    await act(async () => void (await Promise.all([import('./kit-modal.tsx'), import('./confirm-body.tsx')])));
    await act(async () => undefined);
  };
  const run = async (deed: () => void): Promise<void> => {
    await act(async () => deed());
    await settle();
  };
  await settle();
  await eventually(() => expect(document.querySelector('input[name=title]')).not.toBeNull());
  return {
    closed: () => closed,
    end: drawn.end,
    escape: () =>
      run(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))),
    button: (label: string) =>
      run(() => [...document.querySelectorAll('button')].find((one) => one.textContent === label)!.click()),
    type: (value: string) =>
      run(() => {
        const input = document.querySelector<HTMLInputElement>('input[name=title]')!;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    says: (text: string) => document.body.textContent!.includes(text),
  };
};
const QUESTION = 'Закрыть без сохранения?';

test('a dialog without typed input closes at once', async () => {
  const dialog = await shown();
  await dialog.escape();
  await eventually(() => expect([dialog.closed(), dialog.says(QUESTION)]).toEqual([1, false]));
  dialog.end();
});

test('typed input triggers a confirmation; Esc closes only the confirmation; confirming closes the dialog', async () => {
  const dialog = await shown();
  await dialog.type('Архив');
  expect(hasUnsaved()).toBe(true);
  await dialog.escape();
  await eventually(() => expect([dialog.closed(), dialog.says(QUESTION)]).toEqual([0, true]));
  await dialog.escape();
  await eventually(() => expect([dialog.closed(), dialog.says(QUESTION)]).toEqual([0, false]));
  await dialog.escape();
  await dialog.button('Закрыть без сохранения');
  await eventually(() => expect(dialog.closed()).toBe(1));
  dialog.end();
  expect(hasUnsaved()).toBe(false);
});

test('input that was typed and removed is not unsaved; a choice outside the form is', async () => {
  const dialog = await shown();
  await dialog.type('Архив');
  await dialog.type('');
  await dialog.escape();
  await eventually(() => expect(dialog.closed()).toBe(1));
  await dialog.button('Выбрать');
  await dialog.escape();
  await eventually(() => expect([dialog.closed(), dialog.says(QUESTION)]).toEqual([1, true]));
  dialog.end();
});

test('Esc closes an open confirmation, not the dialog', async () => {
  const dialog = await shown();
  await dialog.button('Удалить отдел');
  await eventually(() => expect(dialog.says('Удалить?')).toBe(true));
  await dialog.escape();
  await eventually(() => expect([dialog.closed(), dialog.says('Удалить?')]).toEqual([0, false]));
  dialog.end();
});
