// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import texts from '../../../../../locales/ru/organizations.json' with { type: 'json' };
import { Form, useForm } from '../../shared/forms/form.tsx';
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { OwnNetworks } from './own-networks.tsx';

const Sheet = (): ReactNode => {
  const form = useForm({ own_networks: ['198.51.100.0/24'] });
  return (
    <Form form={form} onSubmit={() => undefined}>
      <OwnNetworks />
      <output>{form.watch('own_networks').join(' ')}</output>
    </Form>
  );
};

test('networks are typed one per line; a wrong line is named', async () => {
  addTexts('ru', 'organizations', texts);
  const { root, end } = await draw(<Sheet />);
  const field = root.querySelector('textarea')!;
  const type = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  expect(field.value).toBe('198.51.100.0/24');
  await type('198.51.100.0/24\n');
  expect(field.value).toBe('198.51.100.0/24\n');
  await type('198.51.100.0/24\n203.0.113');
  expect(root.textContent).toContain('«203.0.113» — не адрес и не сеть');
  await type('198.51.100.0/24\n203.0.113.7');
  expect(root.textContent).not.toContain('не адрес и не сеть');
  expect(root.querySelector('output')!.textContent).toBe('198.51.100.0/24 203.0.113.7');
  end();
});
