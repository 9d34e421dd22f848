import { languages } from '@sergak/contract/session/session.rules.ts';
import { certificateDesigns } from '@sergak/contract/certificates/certificates.rules.ts';
import { afterAll, expect, test } from 'vitest';
import { certificateSpec } from './certificate-pdf.ts';
import type { CertificateFacts } from './certificate.query.ts';
import { closePdf, renderPdf } from './pdf/pdf.ts';
import { pdfPages, squeezed } from './pdf/pdf.fixture.ts';
import { reportTexts } from './frame.ts';

afterAll(closePdf);

const facts: CertificateFacts = {
  id: '',
  number: 'BM-2026-7K3M9Q4X-42',
  employee_id: null,
  person_name: 'Каримова Нигора Шавкатовна',
  course_title: 'Фишинг: как распознать и что делать',
  organization_title: 'Банк «Мисол»',
  language: 'ru',
  score: 95,
  issued_on: '2026-11-20',
  valid_until: '2027-11-20',
  revoked: false,
  brand_color: '#1f6feb',
  logo_key: null,
};
const portal = 'https://portal.test';
const textOf = async (one: CertificateFacts, how: Parameters<typeof certificateSpec>[2]) => {
  const pdf = await renderPdf({ ...certificateSpec(one, portal, how), uncompressed: true }, { lane: 'certificates' });
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 841.89 595.28]');
  return pdfPages(pdf).map(squeezed);
};
const cases = languages.flatMap((language) => certificateDesigns.map((design) => ({ language, design })));

test.each(cases)('one landscape page with every fact ($design, $language)', async (how) => {
  const [page, ...more] = await textOf(facts, how);
  expect(more).toEqual([]);
  const t = reportTexts(how.language);
  const title = t('reports:category.certificate');
  const heading = how.design === 'classic' ? title.toUpperCase() : title;
  const [awarded, completed] = [t('certificate.awarded'), t('certificate.completed')];
  for (const text of [
    heading,
    awarded,
    completed,
    t('certificates__check:number'),
    facts.person_name,
    facts.course_title,
    facts.number,
  ])
    expect(page).toContain(squeezed(text));
  expect(page).toContain(squeezed(facts.organization_title));
  expect(page).toContain('20.11.2026');
  expect(page).toContain('20.11.2027');
  expect(page).toContain('95');
  expect(page).not.toContain('?');
});

test.each(certificateDesigns)('long names and titles stay on one page (%s)', async (design) => {
  const long = {
    ...facts,
    person_name: 'Абдурахмонова-Искандарова '.repeat(4),
    course_title: 'Персональные данные и коммерческая тайна '.repeat(6),
    organization_title: 'Акционерное общество «Агентство по развитию технологий» '.repeat(2),
    valid_until: null,
    score: null,
  };
  const pages = await textOf(long, { design, language: 'ru' });
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('бессрочно');
});
