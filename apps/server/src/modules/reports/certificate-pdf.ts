import type { CertificateDesign } from '@sergak/contract/certificates/certificates.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { dayText, iso, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { redraw } from '../files/public.ts';
import { selectCertificates, type CertificateFacts } from './certificate.query.ts';
import type { PdfSpec } from './pdf/report-blocks.ts';
import { percentIn } from './pdf/report-style.ts';
import type { ReportTask } from './reports.repo.ts';
import { reportTexts } from './frame.ts';

const LOGO_BOX = { width: 760, height: 240 } as const;

/** The document of a certificate. `language` is that of the fixed texts; titles and names stay as they were issued. */
export const certificateSpec = (
  one: CertificateFacts,
  portal: string,
  how: { readonly design: CertificateDesign; readonly language: Language },
): PdfSpec => {
  const t = reportTexts(how.language);
  return {
    title: t('certificate_title', { name: one.number }),
    language: how.language,
    created_at: iso(now()),
    author: one.organization_title,
    brand: { color: one.brand_color, ...(one.logo_key ? { logo_key: one.logo_key } : {}) },
    blocks: [],
    labels: { no_data: '' },
    certificate: {
      design: how.design,
      heading: t('reports:category.certificate'),
      organization: one.organization_title,
      awarded: t('certificate.awarded'),
      completed: t('certificate.completed'),
      person: one.person_name,
      course: one.course_title,
      facts: [
        { label: t('certificates__check:issued'), value: dayText(one.issued_on) },
        {
          label: t('certificates__check:valid_until'),
          value: one.valid_until === null ? t('certificates__check:no_end') : dayText(one.valid_until),
        },
        {
          label: t('certificates__check:result'),
          value: one.score === null ? t('certificates:passed') : percentIn(how.language)(one.score),
        },
      ],
      number: { label: t('certificates__check:number'), value: one.number },
      check: { url: `${portal}/lk/certificate/${one.number}`, caption: t('certificate.check') },
    },
  };
};

/** The PDF of an ordered certificate; null if it was deleted or revoked meanwhile. */
export const certificatePdf = async (tx: Tx, report: ReportTask, platform: Platform): Promise<PdfSpec | null> => {
  const [one] = await selectCertificates(tx, [report.subject_id]);
  if (!one || one.revoked) return null;
  const { design = 'classic', language } = report.params;
  return certificateSpec(one, platform.urls.portal, { design, language });
};

/** Replaces the key of the stored logo by the picture, in a format that the PDF library reads. */
export const withLogo = async (platform: Platform, spec: PdfSpec): Promise<PdfSpec> => {
  const { logo_key, ...brand } = spec.brand ?? {};
  if (logo_key === undefined) return spec;
  const bytes = await platform.files.bytes(logo_key);
  const look = { fit: 'inside', format: 'png' } as const;
  const png = await redraw({ bytes, box: LOGO_BOX, look, drawings: false }, `logo:${logo_key}`);
  return { ...spec, brand: png ? { ...brand, logo: `data:image/png;base64,${png.toString('base64')}` } : brand };
};
