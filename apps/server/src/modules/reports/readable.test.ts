import { personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { expect, test } from 'vitest';
import { verdicts } from '../tracking/verdict.rules.ts';
import { reportLocale } from './frame.ts';
import { readableSubject } from './readable.ts';

test.each([...languages])('every variable and every verdict has a text (%s)', (language) => {
  const { code: textOf } = reportLocale(language, 'UTC');
  for (const name of personVariables) expect(readableSubject(`{{${name}}}`, language)).toMatch(/^\[[^{}_\]]+\]$/);
  for (const code of verdicts) if (code !== '') expect(textOf('campaigns:verdict', code)).not.toBe(code);
  expect(textOf('campaigns:verdict', '')).toBe('');
});

test('text around a variable is not changed', () => {
  expect(readableSubject('{{first_name}}, счёт за {{date}} {{oops}}', 'ru')).toBe('[Имя], счёт за [Дата] {{oops}}');
});
