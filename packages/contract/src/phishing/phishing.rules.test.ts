import { expect, test } from 'vitest';
import { emailWarnings } from './email-warnings.rules.ts';
import {
  reportsOf,
  type Attachment,
  fillHtml,
  isSenderAllowed,
  momentValues,
  emailFaults,
  pageFaults,
  pageWarnings,
  personValues,
} from './phishing.rules.ts';

const generated = (name: string, body: string): Attachment => ({
  kind: 'generated',
  format: name.slice(name.lastIndexOf('.') + 1) as 'pdf',
  name,
  body,
});
const email = (html: string, attachments: readonly Attachment[] = []) => ({
  subject: 'Тема',
  sender_name: 'Служба',
  html,
  attachments,
});

test('an unknown variable is rejected with its place and text', () => {
  expect(emailFaults('form', email('<p>Здравствуйте,\n  {{firstname}}!</p> <a href="{{link}}">x</a>'))).toEqual([
    { field: 'html', code: 'unknown_variable', line: 2, column: 3, text: '{{firstname}}' },
  ]);
  expect(emailFaults('form', { ...email('{{link}}'), subject: '{{link}}' })).toMatchObject([
    { field: 'subject', code: 'variable_not_here' },
  ]);
});

test('open or badly closed braces are faults, braces of a style sheet are not', () => {
  expect(emailFaults('form', email('{{link}} {{first_name'))).toMatchObject([{ code: 'broken_variable', column: 10 }]);
  expect(emailFaults('form', email('{{ link }}'))).toMatchObject([
    { code: 'broken_variable' },
    { code: 'link_missing' },
  ]);
  expect(emailFaults('form', email('<style>@media print{p{color:red}}</style>{{link}}'))).toEqual([]);
});

test('each attack vector requires its entry (link, QR code or attachment)', () => {
  expect(emailFaults('form', email('<p>Привет</p>'))).toMatchObject([{ code: 'link_missing' }]);
  expect(emailFaults('form', email('{{qr_code}}'))).toEqual([]);
  expect(emailFaults('attachments', email('<p>Привет</p>'))).toMatchObject([
    { field: 'attachments', code: 'attachment_missing' },
  ]);
  expect(emailFaults('attachments', email('<p>Привет</p>', [generated('a.pdf', 'x {{qr_code}}')]))).toMatchObject([
    { field: 'attachments.0', code: 'variable_not_here' },
  ]);
});

test('a landing page requires a form and has no variable for the link', () => {
  expect(pageFaults('<p>x</p>')).toMatchObject([{ code: 'form_missing' }]);
  expect(pageFaults('<form>{{link}}</form>')).toMatchObject([{ code: 'variable_not_here' }]);
});

test('warnings list what sanitising will remove', () => {
  const codes = (faults: readonly { code: string }[]) => faults.map((one) => one.code);
  expect(
    codes(emailWarnings('<img src="https://a.example/x.png"><a href="https://b.example">x</a>{{tracking}}')),
  ).toEqual(['external_resource', 'external_link']);
  expect(
    codes(
      pageWarnings(
        '<script>1</script><form><input name="p" data-field="password"><input data-field="pin" onclick="x()"></form>',
      ),
    ),
  ).toEqual(['script', 'event_handler', 'field_name', 'field_kind']);
});

test('names are escaped when a text is filled', () => {
  expect(
    fillHtml('<b>{{first_name}}</b>{{tracking}}{{nothing}}', { first_name: '<i>"О\'Нил"' }, { tracking: '<img>' }),
  ).toBe('<b>&lt;i&gt;&quot;О&#39;Нил&quot;</b><img>');
});

test('a sender domain is an allowed domain, a subdomain of one, or a .test domain', () => {
  const allowed = ['zavod.uz'];
  const may = (address: string) => isSenderAllowed(address, allowed);
  for (const fine of ['it@zavod.uz', 'it@help.zavod.uz', 'IT@ZAVOD.UZ', 'it@corp-portal.test', 'it@a.b.test'])
    expect([fine, may(fine)]).toEqual([fine, true]);
  for (const foreign of ['it@microsoft.com', 'it@notzavod.uz', 'it@zavod.uz.com', 'it@corp.xtest', 'it@test'])
    expect([foreign, may(foreign)]).toEqual([foreign, false]);
});

test('the name of a generated attachment ends with its format, and the sizes of uploaded ones add up to a limit', () => {
  const wrong: Attachment = { kind: 'generated', format: 'docx', name: 'invoice.pdf', body: '' };
  const large: Attachment = {
    kind: 'uploaded',
    file_id: '0b2f6f0e-3a3c-4a52-9f0c-0d6a4f4f7a11',
    name: 'a.png',
    type: 'image/png',
    size: 4_000_000,
    reports: 'nothing',
  };
  expect(emailFaults('attachments', email('<p></p>', [wrong, large, large, large]))).toMatchObject([
    { field: 'attachments.0', code: 'attachment_name' },
    { field: 'attachments', code: 'attachments_size' },
  ]);
});

test('an attachment reports being opened, a click on its link, or nothing', () => {
  const reports = ['a.html', 'a.docx', 'a.xlsx', 'a.pdf', 'a.ics'].map((name) => reportsOf(generated(name, '')));
  expect(reports).toEqual(['opened', 'opened', 'opened', 'clicked', 'clicked']);
});

test('for a person without a department the organisation stands in its place, never «No department» and never nothing', () => {
  const moment = momentValues(new Date('2030-02-01T08:00:00Z'), 'ru', 'Asia/Tashkent');
  const person = { first_name: 'Анна', last_name: 'Ким', middle_name: '', address: 'a@x.test', position: '' };
  const department = (title: string) =>
    personValues({ ...person, department: title }, 'Завод «Прогресс»', moment).department;
  expect(department('Склад')).toBe('Склад');
  expect(department('Без отдела')).toBe('Завод «Прогресс»');
  expect(department('')).toBe('Завод «Прогресс»'); // removed from the results of a small department
});

test('the variables of the moment follow the language and the time zone, across the end of a year', () => {
  const at = new Date('2026-12-30T20:10:00Z');
  expect(momentValues(at, 'ru', 'Asia/Tashkent')).toEqual({
    date: '31.12.2026',
    tomorrow: '01.01.2027',
    date_in_3_days: '03.01.2027',
    date_in_7_days: '07.01.2027',
    time_in_3_hours: '04:30',
    month: 'декабрь',
    year: '2026',
  });
  expect(momentValues(at, 'en', 'Asia/Tashkent')).toMatchObject({ date: '31 December 2026', month: 'December' });
  expect(momentValues(at, 'uz', 'Europe/London')).toMatchObject({ date: '30.12.2026', month: 'dekabr' });
});

test('a red flag names the sender and the address for reports by variables, and nothing of the reader', () => {
  const email = { subject: 'Счёт', sender_name: 'Касса', html: '<a href="{{link}}">Открыть</a>', attachments: [] };
  const faults = (text: string) =>
    emailFaults('form', { ...email, tips: [{ text }] }).map((one) => [one.field, one.text]);
  expect(faults('Письмо пришло с {{sender_address}} ({{sender_name}}), перешлите его на {{report_address}}')).toEqual(
    [],
  );
  expect(faults('{{first_name}}, смотрите')).toEqual([['tips.0', '{{first_name}}']]);
  expect(faults('{{ sender_address }}')).toEqual([['tips.0', '{{ sender_address }}']]);
});
