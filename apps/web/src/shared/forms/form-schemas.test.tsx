// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { read, sourceFiles } from '../../../../../scripts/source-files.ts';
import { draw, eventually } from '../ui/testing.tsx';
import { type FieldSchemas, formCalls, loadSchemas } from './form-schemas.ts';
import { Form, SubmitButton, TextField, useForm } from './form.tsx';
import { NumberField } from './number-field.tsx';
import { boundsOf, schemaFault, schemaOf } from './schema-fault.ts';

const bodyOf = (call: (typeof formCalls)[number]) => (endpoints[call].body as unknown as { shape: FieldSchemas }).shape;

test('every form is checked by the schemas of the call that it makes', async () => {
  for (const call of formCalls) {
    const [own, stated] = [await loadSchemas(call), bodyOf(call)];
    expect(Object.keys(own), call).not.toEqual([]);
    for (const name of Object.keys(stated)) expect(own[name], `${call} ${name}`).toBe(stated[name]);
  }
});

const features = sourceFiles().filter(
  (file) => /^apps\/web\/src\/features\/.*\.tsx$/.test(file) && !file.includes('.test.'),
);
const folderOf = (file: string): string => file.split('/')[4]!;

test('only forms without texts and numbers have no call', () => {
  const forms = features.flatMap((file) => (read(file).match(/<Form\s[^]*?>/g) ?? []).map((tag) => ({ file, tag })));
  expect(forms.length).toBeGreaterThan(25);
  expect(forms.filter(({ tag }) => !/\bcall=/.test(tag)).map(({ file }) => file.replace(/.*features\//, ''))).toEqual([
    'learning/default-reminders.tsx',
    'organizations/sign-in-rules.tsx',
    'roles/add-administrator.tsx',
  ]);
});

test('every text and number of a form has a schema in a call of its feature', async () => {
  const schemas = new Map<string, FieldSchemas[]>();
  for (const file of features)
    for (const [, call] of read(file).matchAll(/\bcall(?:=\{?[^>]*?|: )["']([\w.-]+)["']/g))
      schemas.set(folderOf(file), [...(schemas.get(folderOf(file)) ?? []), bodyOf(call as (typeof formCalls)[number])]);
  const fields = features.flatMap((file) =>
    [...read(file).matchAll(/<(?:Text|TextArea|Password|Number)Field\s+name="(\w+)"(?:\s+path="([\w.]+)")?/g)].map(
      ([, name = '', path = name]) => ({ folder: folderOf(file), path }),
    ),
  );
  expect(fields.length).toBeGreaterThan(45);
  const lost = fields.filter(({ folder, path }) => !schemas.get(folder)?.some((all) => schemaOf(all, path)));
  // The certificates of a provider are sent as a list.
  expect(lost).toEqual([{ folder: 'sso', path: 'certificates' }]);
});

const titleMax = boundsOf(tagsEndpoints['tags.create'].body.shape.title).max;
const seats = boundsOf(organizationsEndpoints['organizations.set-up'].body.shape.users_limit);

const Tag = (): ReactNode => (
  <Form form={useForm({ title: 'Новички' })} call="tags.create" onSubmit={() => undefined}>
    <TextField name="title" label="Название" />
    <SubmitButton>Сохранить</SubmitButton>
  </Form>
);
const Seats = (): ReactNode => (
  <Form form={useForm({ users_limit: 5 })} call="organizations.set-up" onSubmit={() => undefined}>
    <NumberField name="users_limit" label="Мест" />
    <SubmitButton>Сохранить</SubmitButton>
  </Form>
);
const type = (root: HTMLElement, text: string): void =>
  act(() => {
    const input = root.querySelector('input')!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

test('a text field is marked, and limited, as its schema says', async () => {
  const { root, end } = await draw(<Tag />);
  const isMarked = () => root.querySelector('input')!.getAttribute('aria-invalid') === 'true';
  await eventually(() => expect(root.querySelector('input')!.getAttribute('aria-required')).toBe('true'));
  expect(isMarked()).toBe(false);
  type(root, 'т'.repeat(titleMax + 1));
  await eventually(() => expect(root.textContent).toContain(`не\u00a0больше ${titleMax} знаков`));
  expect(isMarked()).toBe(true);
  type(root, 'т'.repeat(titleMax));
  await eventually(() => expect(isMarked()).toBe(false));
  type(root, ' ');
  await eventually(() => expect(root.textContent).toContain('Обязательное поле'));
  end();
});

test('a number field has the limits of its schema', async () => {
  const { root, end } = await draw(<Seats />);
  type(root, String(seats.max + 1));
  const most = new Intl.NumberFormat('ru').format(seats.max);
  await eventually(() => expect(root.textContent).toContain(`Целое число от ${seats.min} до ${most}`));
  type(root, String(seats.min));
  await eventually(() => expect(root.textContent).not.toContain('Целое число'));
  end();
});

test.each([
  ['employees.add', 'email', 'anna@acme', 'field.email'],
  ['employees.add', 'email', 'a@p\u0430ypal.test', 'field.email_mixed'],
  ['employees.add', 'last_name', '', 'field.required'],
  ['employees.add', 'department_id', null, undefined],
  ['settings.mail-save', 'host', 'mail server', 'field.wrong'],
  ['settings.mail-save', 'port', 'x', 'field.between'],
  ['sso.save', 'attributes.email', 'x'.repeat(10_000), 'field.too_long'],
  ['library.create-theme', 'steps.pass_mark', 101, 'field.between'],
  ['library.create-theme', 'steps.draw_count', null, undefined],
  ['organizations.save-child', 'work_days', [], 'field.wrong'],
] as const)('%s %s', async (call, path, value, fault) => {
  expect(schemaFault(schemaOf(await loadSchemas(call), path)!, value)).toBe(fault);
});
