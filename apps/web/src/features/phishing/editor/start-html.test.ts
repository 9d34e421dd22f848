// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { emailWarnings } from '@sergak/contract/phishing/email-warnings.rules.ts';
import { emailFaults, pageFaults, pageWarnings } from '@sergak/contract/phishing/phishing.rules.ts';
import words from '../../../../../../locales/ru/phishing/editor.json' with { type: 'json' };
import type { T } from '../../../shared/i18n/use-t.ts';
import { startHtml } from './start-html.ts';

const t = ((key: string, values: Record<string, string> = {}) => {
  const found = key.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], words);
  return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
}) as unknown as T<'phishing__editor'>;

test('a new landing page has a form whose fields have labels and kinds', () => {
  const html = startHtml('page', t);
  expect([...pageFaults(html), ...pageWarnings(html)]).toEqual([]);
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const fields = [...body.querySelectorAll('input')];
  expect(fields.map((one) => one.dataset['field'])).toEqual(['login', 'password']);
  for (const { id } of fields) expect(body.querySelector(`label[for="${id}"]`)?.textContent).toMatch(/\p{L}/u);
});

test('a new email greets its reader, links to the landing page and counts its openings', () => {
  const html = startHtml('email', t);
  const draft = { subject: '', sender_name: '', html, attachments: [] };
  expect([...emailFaults('form', draft), ...emailWarnings(html)]).toEqual([]);
  expect(html).toContain('Здравствуйте, {{first_name}}!');
});

test('no new text consists of dots that the author has to guess about', () => {
  for (const kind of ['email', 'page', 'redirect'] as const) expect(startHtml(kind, t)).not.toContain('…');
});
