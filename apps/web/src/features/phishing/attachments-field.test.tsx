// @vitest-environment happy-dom
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emailFaults, type Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { field, openPage, press, shownText, type, until } from '../../shared/ui/testing-page.tsx';
import { AttachmentsField } from './attachments-field.tsx';

let value: Attachment[] = [];
const Holder = ({ start }: { start: Attachment[] }) => {
  const [attachments, setAttachments] = useState(start);
  const change = (next: Attachment[]): void => {
    value = next;
    setAttachments(next);
  };
  const faults = emailFaults('attachments', { subject: '', sender_name: '', html: '', attachments });
  return <AttachmentsField value={attachments} faults={faults} onChange={change} />;
};
const invitation: Attachment = { kind: 'generated', format: 'ics', name: 'Встреча.ics', body: '{{link}}' };
const scheme: Attachment = {
  kind: 'uploaded',
  file_id: '0b2f6f0e-3a3c-4a52-9f0c-0d6a4f4f7a11',
  name: 'Схема.png',
  type: 'image/png',
  size: 2_000,
  reports: 'nothing',
};

beforeEach(() => addTexts('ru', 'phishing', words));
afterEach(() => vi.restoreAllMocks());

test('attachments are listed with what they report, moved and removed', async () => {
  await openPage(<Holder start={[invitation, scheme]} />);
  await until(() => expect(shownText()).toContain(words.attachments.reports.clicked));
  expect(shownText()).toContain(words.attachments.reports.nothing);
  await press('Поднять «Схема.png» выше');
  expect(value.map(({ name }) => name)).toEqual(['Схема.png', 'Встреча.ics']);
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await until(() => expect(focused(), 'the focus follows the attachment').toBe('Поднять «Схема.png» выше'));
  await press('Поднять «Схема.png» выше');
  expect(value[0], 'it is the first now').toEqual(scheme);
  await press('Убрать «Схема.png»');
  expect(value).toEqual([invitation]);
});

test('the name of a generated file must end with its format', async () => {
  await openPage(<Holder start={[invitation]} />);
  await until(() => expect(field(words.field.attachment_name)).toBeDefined());
  await type(words.field.attachment_name, 'Встреча.pdf');
  await until(() => expect(shownText()).toContain(words.fault.attachment_name));
});
