import { LRUCache } from 'lru-cache';
import { fillText, type GeneratedFormat, type PersonValues } from '@sergak/contract/phishing/phishing.rules.ts';
import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { textsOf } from '../../platform/texts.ts';
import { invitation, preparePackage, sheetParts, wordParts, type FillPackage, type Part } from '../phishing/public.ts';
import { renderPdf } from '../reports/public.ts';

export type DocumentSpec = {
  readonly format: GeneratedFormat;
  readonly name: string;
  readonly body: string;
  readonly language: 'ru' | 'en' | 'uz';
};
/** The link of an attachment, and the picture by which it reports being opened; null if it must not report. */
export type DocumentLinks = { readonly document: string; readonly seen: string | null };
/** Returns one person's document. */
export type DocumentMaker = (values: PersonValues, links: DocumentLinks, at: Date) => Promise<Buffer>;

const openLabel = (language: DocumentSpec['language']): string =>
  textsOf(language, 'campaigns__server')('open_document');
/** Has the length of a link. Each person's link overwrites the placeholder in the finished file. */
const placeholder = (length: number) => 'K'.repeat(length);
const inPdf = (url: string) => url.replace(/[\\()]/g, '\\$&');
const personal = /\{\{(?!organization\}\}|date\}\}|link\}\})\w+\}\}/;

/** Returns a maker of this email's documents. */
export const documentMaker = (spec: DocumentSpec): DocumentMaker => {
  switch (spec.format) {
    case 'pdf':
      return pdfMaker(spec);
    case 'html':
      return async (values, links) => Buffer.from(htmlDocument(spec, values, links));
    case 'docx':
      return packageMaker((tracked) => wordParts(spec.body, openLabel(spec.language), tracked));
    case 'xlsx':
      return packageMaker((tracked) => sheetParts(spec.body, openLabel(spec.language), tracked));
    case 'ics':
      return async (values, { document: link }, at) => {
        const title = spec.name.replace(/\.[^.]*$/, '');
        const text = fillText(spec.body, { ...values, link });
        return Buffer.from(invitation({ title, text, link, at, uid: link }));
      };
  }
};

/** Fills the variable parts of an Office package. Its other parts are compressed once, when the first person needs it. */
export const packageMaker = (partsOf: (tracked: boolean) => readonly Part[]): DocumentMaker => {
  const packages = new Map<boolean, FillPackage>();
  return async (values, { document: link, seen }) => {
    const tracked = seen !== null;
    const fill = packages.get(tracked) ?? preparePackage(partsOf(tracked));
    packages.set(tracked, fill);
    return fill({ ...values, link, seen: seen ?? '' });
  };
};

/** A PDF without personal data is laid out once and shared by all people. */
const pdfMaker = (spec: DocumentSpec): DocumentMaker => {
  if (personal.test(spec.body)) return async (values, links) => withLink(await layOut(spec, values), links.document);
  // One layout a day: that of the date before is no longer needed.
  const layouts = new LRUCache<string, Patchable, { values: PersonValues; blank: string }>({
    max: 1,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { values, blank } }) =>
      patchable(withLink(await layOut(spec, values), blank), blank),
  });
  return async (values, links) => {
    const link = inPdf(links.document);
    const blank = placeholder(link.length);
    const shared = `${values.organization}\n${values.date}\n${blank}`;
    const { pdf, at } = await layouts.forceFetch(shared, { context: { values, blank } });
    const own = Buffer.from(pdf);
    own.write(link, at, 'latin1');
    return own;
  };
};

type Patchable = { readonly pdf: Buffer; readonly at: number };
const patchable = (pdf: Buffer, blank: string): Patchable => ({ pdf, at: pdf.lastIndexOf(blank, undefined, 'latin1') });

/** An HTML page whose picture reports that it was opened, and whose link reports a click. */
const htmlDocument = (spec: DocumentSpec, values: PersonValues, { document, seen }: DocumentLinks): string => {
  const link = `<a href="${escapeHtml(document)}">${openLabel(spec.language)}</a>`;
  const paragraphs = spec.body.split(/\n{2,}/).map(
    (text) =>
      `<p>${escapeHtml(fillText(text.replaceAll('{{link}}', '\u0000'), values))
        .replaceAll('\u0000', link)
        .replaceAll('\n', '<br>')}</p>`,
  );
  return `<!doctype html><html lang="${spec.language}"><head><meta charset="utf-8"><title>${escapeHtml(spec.name)}</title></head>
<body style="font:15px/1.5 Arial,sans-serif;max-width:720px;margin:32px auto;padding:0 16px">${paragraphs.join('\n')}
${seen === null ? '' : `<img src="${escapeHtml(seen)}" alt="" width="1" height="1">`}</body></html>`;
};

const layOut = (spec: DocumentSpec, values: PersonValues): Promise<Buffer> => {
  const text = fillText(spec.body.replaceAll('{{link}}', `[ ${openLabel(spec.language)} ]`), values);
  return renderPdf(
    {
      title: spec.name,
      language: spec.language,
      created_at: '2026-01-01T00:00:00.000Z',
      author: values.organization,
      blocks: text.split(/\n{2,}/).map((paragraph) => ({ type: 'text' as const, text: paragraph })),
      labels: { no_data: '' },
    },
    { lane: 'emails' },
  );
};

/**
 * Makes the whole of each page a link by appending a new version of the page object to the file (an incremental update of
 * the PDF format). The link is stored uncompressed, so one layout serves all people and only the link is replaced.
 */
export const withLink = (pdf: Buffer, url: string): Buffer => {
  const text = pdf.toString('latin1');
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const trailer = text.slice(text.lastIndexOf('trailer'));
  const root = /\/Root (\d+ \d+ R)/.exec(trailer)?.[1];
  const size = Number(/\/Size (\d+)/.exec(trailer)?.[1]);
  if (!root || !size || Number.isNaN(previous)) throw new Error('The document has an unknown layout');
  let out = '\n';
  const places: { id: number; at: number }[] = [];
  const add = (id: number, body: string) => {
    places.push({ id, at: pdf.length + out.length });
    out += `${id} 0 obj\n${body}\nendobj\n`;
  };
  add(
    size,
    `<< /Type /Annot /Subtype /Link /Rect [0 0 2000 2000] /Border [0 0 0] /A << /S /URI /URI (${inPdf(url)}) >> >>`,
  );
  for (const page of text.matchAll(/(?:^|\n)(\d+) 0 obj\s*<<\s*\/Type \/Page\s([^]*?)>>\s*endobj/g))
    add(Number(page[1]), `<<\n/Type /Page\n${page[2]!}/Annots [${size} 0 R]\n>>`);
  if (places.length < 2) throw new Error('The document has no page');
  const table = places.map(({ id, at }) => `${id} 1\n${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = pdf.length + out.length;
  out += `xref\n${table}trailer\n<< /Size ${size + 1} /Root ${root} /Prev ${previous} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(out, 'latin1')]);
};
