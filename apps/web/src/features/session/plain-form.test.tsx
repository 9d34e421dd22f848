// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { required } from '../../shared/forms/rules.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import { PlainFormBox, PlainPassword, PlainSubmit, PlainText, usePlainForm } from './plain-form.tsx';

test('an incomplete form says under each field what is missing, and leads to the first of them', async () => {
  const send = vi.fn();
  const SignIn = (): ReactNode => (
    <PlainFormBox
      form={usePlainForm({ email: '', password: '' }, { email: [required], password: [required] })}
      onSubmit={send}
    >
      <PlainText name="email" label="Почта" />
      <PlainPassword name="password" label="Пароль" />
      <PlainSubmit busy={false}>Войти</PlainSubmit>
    </PlainFormBox>
  );
  const { root, end } = await draw(<SignIn />);
  const field = (name: string) => root.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  const button = root.querySelector<HTMLButtonElement>('button[type="submit"]')!;
  expect(button.disabled).toBe(false);
  act(() => button.click());
  await eventually(() => expect(root.textContent!.match(/Обязательное поле/g)).toHaveLength(2));
  expect(document.activeElement).toBe(field('email'));
  for (const [name, value] of [
    ['email', 'a@b.test'],
    ['password', 'secret'],
  ] as const)
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(name), value);
      field(name).dispatchEvent(new Event('input', { bubbles: true }));
    });
  expect(send).not.toHaveBeenCalled();
  act(() => button.click());
  expect(send).toHaveBeenCalledWith({ email: 'a@b.test', password: 'secret' });
  end();
});
