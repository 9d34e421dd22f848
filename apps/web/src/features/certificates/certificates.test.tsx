// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import check from '../../../../../locales/ru/certificates/check.json' with { type: 'json' };
import own from '../../../../../locales/ru/certificates/own.json' with { type: 'json' };
import words from '../../../../../locales/ru/certificates.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { errorResponse, openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import CertificateCheckScreen from './certificate-check-screen.tsx';
import CertificatesScreen from './certificates-screen.tsx';
import { OwnCertificates } from './own-certificates.tsx';
import { RuleForm } from './rule-form.tsx';

beforeEach(() => {
  const texts = {
    certificates: words,
    certificates__check: check,
    certificates__own: own,
    commons,
    global_errors: errors,
  };
  for (const [name, one] of Object.entries(texts)) addTexts('ru', name, one);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const path = '/lk/certificate/$number';
const verified = {
  number: 'BM-2026-7K3M9Q4X-42',
  initials: 'К. Н.',
  course_title: 'Фишинг',
  organization_title: 'Банк Мисол',
  brand_color: '#1f6feb',
  issued_on: '2026-11-20',
  valid_until: null,
  state: 'valid',
};
const openCheck = () => openPage(<CertificateCheckScreen />, `/lk/certificate/${verified.number}`, path);

test.each([
  ['valid', check.valid],
  ['expired', check.expired],
  ['revoked', check.revoked],
] as const)('the public page says that a certificate is %s', async (state, text) => {
  serve({ 'certificates.verify': { ...verified, state } });
  await openCheck();
  await until(() => expect(shownText()).toContain(text));
  for (const shown of [verified.initials, verified.course_title, verified.organization_title, '20.11.2026'])
    expect(shownText()).toContain(shown);
});

test('the public page offers to type the number again if it is unknown', async () => {
  serve({ 'certificates.verify': errorResponse(404, 'certificate.not_found') });
  await openCheck();
  await until(() => expect(shownText()).toContain(check.missing));
  expect(document.querySelector('input')!.value).toBe(verified.number);
});

const issued = {
  id: '3f0b0e4e-5a57-4a39-9c3e-6d1f0c8c0001',
  number: verified.number,
  public_path: `/lk/certificate/${verified.number}`,
  course_title: 'Фишинг',
  score: 95,
  language: 'ru',
  issued_at: '2026-11-20T05:00:00Z',
  valid_until: '2027-11-20',
  state: 'expiring',
  revoked_at: null,
  revoke_reason: null,
  assignment_id: null,
};

test('the list shows whose certificate it is, its state and its end', async () => {
  serve({
    'certificates.list': { data: [{ ...issued, person_name: 'Каримова Нигора', employee_id: null }], total_count: 1 },
  });
  signIn(['admin', 'admin.learning.assigned']);
  await openPage(
    <Suspense>
      <CertificatesScreen />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain('Каримова Нигора'));
  for (const shown of [words.state.expiring, '20.11.2027', verified.number, words.archive.open])
    expect(shownText()).toContain(shown);
  expect(shownText()).not.toContain(words.rule.open);
});

test('certificates that end soon lead to the courses being assigned again', async () => {
  const sent = serve({
    'certificates.list': { data: [{ ...issued, person_name: 'Каримова Нигора', employee_id: null }], total_count: 1 },
    'certificates.reassign': { assigned: 1, skipped: 0 },
  });
  signIn(['admin', 'admin.learning.assigned']);
  await openPage(
    <Suspense>
      <CertificatesScreen />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain('1 сертификат скоро истечёт'));
  await press(words.reassign.open);
  await until(() => expect(shownText()).toContain(words.reassign.skip));
  await press(words.reassign.action);
  await until(() => expect(sent('certificates.reassign')).toHaveLength(1));
  expect(sent('certificates.reassign')[0]!.body).toEqual({ state: 'expiring', expected_count: 1 });
});

test('the rule of a course offers the certificates of earlier completions', async () => {
  const course = { id: '3f0b0e4e-5a57-4a39-9c3e-6d1f0c8c0002', title: 'Фишинг' };
  const rule = {
    mode: 'on' as const,
    valid_months: null,
    remind_days: 30,
    reassign: false,
    course,
    has_test: true,
    has_quiz: true,
    missing: 12,
    version: 2,
  };
  const sent = serve({ 'certificates.issue-missing': { task_id: '3f0b0e4e-5a57-4a39-9c3e-6d1f0c8c0003' } });
  let closed = 0;
  await openPage(<RuleForm rule={rule} onClose={() => (closed += 1)} />);
  await until(() => expect(shownText()).toContain('Прошли этот курс раньше и остались без сертификата, людей: 12'));
  await press('Выдать 12 сертификатов');
  await until(() => expect(closed).toBe(1));
  expect(sent('certificates.issue-missing')).toHaveLength(1);
});

test('a revoked certificate of mine shows the reason and no download', async () => {
  serve({ 'certificates.mine': { data: [{ ...issued, state: 'revoked', revoke_reason: 'Ошибка' }] } });
  await openPage(<OwnCertificates />);
  await until(() => expect(shownText()).toContain('Ошибка'));
  expect(shownText()).not.toContain(own.download.open);
});
