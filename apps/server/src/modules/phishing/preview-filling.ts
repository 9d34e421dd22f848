import { fillHtml, hasOwnVariable, type PersonValues } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { textsOf } from '../../platform/texts.ts';
import type { MarkupKind } from './cleaning.ts';

/** The invented person of a preview. */
export const samplePerson = (language: Language) => {
  const t = textsOf(language, 'phishing__server');
  const [last_name, first_name, middle_name] = [t('sample.last_name'), t('sample.first_name'), t('sample.middle_name')];
  return {
    last_name,
    first_name,
    middle_name,
    position: t('sample.position'),
    department: t('sample.department'),
    address: 'anna@example.test',
  };
};

// A grey square with three finder patterns: recognisable as a QR code, but not readable.
const qrPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 16 16" role="img" aria-label="QR"><path fill="#fff" d="M0 0h16v16H0z"/>' +
  '<path fill="#555" d="M1 1h5v5H1zM10 1h5v5h-5zM1 10h5v5H1zM8 2h1v3H8zM8 8h3v1H8zM12 8h2v2h-2zM8 11h2v2H8zM11 12h1v3h-1zM13 12h2v1h-2zM2 7h4v1H2z"/>' +
  '<path fill="#fff" d="M2 2h3v3H2zM11 2h3v3h-3zM2 11h3v3H2z"/><path fill="#555" d="M3 3h1v1H3zM12 3h1v1h-1zM3 12h1v1H3z"/></svg>';

/** Values of link, pixel and QR code in a preview: they lead nowhere and count nothing. */
const inert = { link: '#', tracking: '', qr_code: qrPicture };

/** An email may contain unknown variables after an import. They are shown as they are, and not left out. */
const withUnknownShown = (html: string): string =>
  html.replace(/\{\{(\w+)\}\}/g, (whole) => (hasOwnVariable(whole) ? whole : `&#123;${whole.slice(1)}`));

/** An email or page filled for a preview. */
export const fillPreview = (html: string, values: PersonValues, what: MarkupKind): string =>
  fillHtml(withUnknownShown(html), values, what === 'email' ? inert : {});
