// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import { ApiError } from '../api-error.ts';
import { addTexts } from '../i18n/texts.ts';
import { draw, eventually, isBlocked } from '../ui/testing.tsx';
import { DateField } from './date-field.tsx';
import { FormError } from './form-error.tsx';
import { Form, SubmitButton, TextField, useForm } from './form.tsx';
import { SaveError } from './save-error.tsx';

beforeAll(() => addTexts('ru', 'global_errors', errors));

const answer = (status: number, code: string, details?: unknown): ApiError =>
  new ApiError({ url: '/lk/api/tags', method: 'POST' }, status, { code: code as never, message: code, details });
const taken = answer(409, 'tag.title_taken');

const Tag = ({ error, title = 'Новички' }: { error: unknown; title?: string }): ReactNode => {
  const form = useForm({ about: 'x', title });
  return (
    <Form form={form} onSubmit={() => undefined}>
      <TextField name="about" label="О теге" />
      <TextField name="title" required label="Название" />
      <FormError error={error} fields={{ 'tag.title_taken': 'title' }} />
      <SubmitButton>Сохранить</SubmitButton>
    </Form>
  );
};

const input = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
const faultOf = (root: HTMLElement, name: string) =>
  input(root, name).closest('.mantine-TextInput-root')!.querySelector('.mantine-TextInput-error')?.textContent;
const line = (root: HTMLElement) => root.querySelector<HTMLElement>('[role="alert"]')!;
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
const type = async (root: HTMLElement, name: string, text: string): Promise<void> => {
  act(() => {
    const field = input(root, name);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
};

test('a value that the server rejects is marked at its field, which gets the focus, and is announced once', async () => {
  const { root, again, end } = await draw(<Tag error={null} />);
  again(<Tag error={taken} />);
  await settle();
  expect(faultOf(root, 'title')).toBe(errors.tag.title_taken);
  expect(document.activeElement).toBe(input(root, 'title'));
  expect([line(root).textContent, line(root).className]).toEqual([errors.tag.title_taken, 'sr-only']);
  end();
});

test('the error stays when the field loses focus, and disappears with the first change', async () => {
  const { root, again, end } = await draw(<Tag error={null} />);
  again(<Tag error={taken} />);
  await settle();
  act(() => input(root, 'about').focus());
  await settle();
  expect(faultOf(root, 'title')).toBe(errors.tag.title_taken);
  await type(root, 'title', 'Новички 2');
  expect(faultOf(root, 'title')).toBeUndefined();
  end();
});

test('of several rejected fields the first gets the focus; other errors stay in the line under the form', async () => {
  const { root, again, end } = await draw(<Tag error={null} />);
  const wrong = [{ field: 'about' }, { field: 'title' }, { field: 'colour' }];
  again(<Tag error={answer(400, 'request.invalid', wrong)} />);
  await settle();
  expect([faultOf(root, 'about'), faultOf(root, 'title')]).toEqual(Array(2).fill('Исправьте это значение'));
  expect(document.activeElement).toBe(input(root, 'about'));
  expect(line(root).className).toBe('form-error');
  end();
});

test('an error about no field is shown in the line under the form', async () => {
  const { root, again, end } = await draw(<Tag error={null} />);
  expect(line(root).hidden).toBe(true);
  again(<Tag error={answer(0, 'network')} />);
  await settle();
  expect([line(root).hidden, line(root).className]).toEqual([false, 'form-error']);
  expect(faultOf(root, 'title')).toBeUndefined();
  end();
});

test('if another person saved first, the person chooses between the two versions', async () => {
  const chosen: string[] = [];
  const Save = (): ReactNode => (
    <Form form={useForm({ title: '' })} onSubmit={() => undefined}>
      <SaveError
        error={answer(409, 'common.stale_version')}
        busy={false}
        onTheirs={() => chosen.push('theirs')}
        onMine={() => chosen.push('mine')}
      />
    </Form>
  );
  const { root, end } = await draw(<Save />);
  expect(line(root).textContent).toContain('Настройки уже изменил кто-то другой');
  for (const button of line(root).querySelectorAll('button')) act(() => button.click());
  expect(chosen).toEqual(['theirs', 'mine']);
  end();
});

test('a day that becomes invalid because of another field shows its error at once', async () => {
  const Dates = ({ start }: { start: string }): ReactNode => (
    <Form form={useForm({ deadline: '2026-11-21' })} onSubmit={() => undefined}>
      <DateField name="deadline" label="Срок" min={start} wrong="Срок раньше начала" />
      <SubmitButton>Сохранить</SubmitButton>
    </Form>
  );
  const { root, again, end } = await draw(<Dates start="2026-11-20" />);
  await settle();
  expect(root.textContent).not.toContain('Срок раньше начала');
  again(<Dates start="2026-11-22" />);
  await settle();
  expect(root.textContent).toContain('Срок раньше начала');
  end();
});

test('a press on the button of an incomplete form says under each field what is missing, and sends nothing', async () => {
  const send = vi.fn();
  const Person = (): ReactNode => (
    <Form form={useForm({ note: '', name: '', email: '' })} onSubmit={send}>
      <TextField name="note" label="Заметка" />
      <TextField name="name" required label="Имя" />
      <TextField name="email" required label="Почта" />
      <SubmitButton>Сохранить</SubmitButton>
    </Form>
  );
  const { root, end } = await draw(<Person />);
  await settle();
  const button = root.querySelector('button')!;
  expect(isBlocked(button)).toBe(false);
  expect(root.textContent).not.toContain('Обязательное поле');
  act(() => button.click());
  await eventually(() => expect(faultOf(root, 'email')).toBe('Обязательное поле'));
  expect([faultOf(root, 'note'), faultOf(root, 'name')]).toEqual([undefined, 'Обязательное поле']);
  await eventually(() => expect(document.activeElement).toBe(input(root, 'name')));
  await type(root, 'name', 'Лола');
  await type(root, 'email', 'lola@zavod.test');
  expect(send).not.toHaveBeenCalled();
  act(() => button.click());
  await eventually(() => expect(send).toHaveBeenCalledOnce());
  end();
});
