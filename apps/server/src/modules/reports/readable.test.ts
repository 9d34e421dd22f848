import { personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { expect, test } from 'vitest';
import { verdicts } from '../tracking/verdict.rules.ts';
import { readableSubject, verdictReason } from './readable.ts';

test.each([...languages])('every variable and every verdict has a text (%s)', (language) => {
  for (const name of personVariables) expect(readableSubject(`{{${name}}}`, language)).toMatch(/^\[[^{}_\]]+\]$/);
  for (const code of verdicts) if (code !== '') expect(verdictReason(code, language)).not.toBe(code);
  expect(verdictReason('', language)).toBe('');
});

test('text around a variable is not changed', () => {
  expect(readableSubject('{{first_name}}, счёт за {{date}} {{oops}}', 'ru')).toBe('[Имя], счёт за [Дата] {{oops}}');
});
