import { fillText, type PersonValues } from '@sergak/contract/phishing/phishing.rules.ts';
import { renderPdf } from '../../reports/public.ts';
import { escapeHtml } from '../../../platform/smtp/template.ts';

export type DocumentSpec = { readonly name: string; readonly body: string; readonly language: 'ru' | 'en' | 'uz' };
/** Where a document leads, and the picture by which an HTML one tells of being opened, if it is to tell. */
export type DocumentLinks = { readonly document: string; readonly seen: string | null };
/** Makes one person's document. */
export type DocumentMaker = (values: PersonValues, links: DocumentLinks) => Promise<Buffer>;

const openLabel = { ru: 'Открыть документ', en: 'Open document', uz: 'Hujjatni ochish' };
/** As long as a link: where it stands, the person's own one is put. */
const placeholder = (length: number) => 'K'.repeat(length);
const inPdf = (url: string) => url.replace(/[\\()]/g, '\\$&');
const personal = /\{\{(?!organization\}\}|date\}\}|link\}\})\w+\}\}/;

export const isHtmlDocument = (name: string): boolean => /\.html?$/i.test(name);
/** A document of another kind than HTML or PDF cannot be generated: it goes as a PDF and says so in its name. */
export const documentName = (name: string): string =>
  isHtmlDocument(name) || /\.pdf$/i.test(name) ? name : `${name}.pdf`;
export const documentType = (name: string): string => (isHtmlDocument(name) ? 'text/html' : 'application/pdf');

/** How documents of this email are made: a PDF is laid out once for all, where its text names nobody. */
export const documentMaker = (spec: DocumentSpec): DocumentMaker => {
  if (isHtmlDocument(spec.name)) return async (values, links) => Buffer.from(htmlDocument(spec, values, links));
  if (personal.test(spec.body)) return async (values, links) => withLink(await layOut(spec, values), links.document);
  const made = new Map<string, Promise<Patchable>>();
  return async (values, links) => {
    const link = inPdf(links.document);
    const blank = placeholder(link.length);
    const shared = `${values.organization}\n${values.date}\n${blank}`;
    if (!made.has(shared)) {
      made.clear(); // a new day: the old date is not asked for again
      made.set(
        shared,
        layOut(spec, values).then((pdf) => patchable(withLink(pdf, blank), blank)),
      );
    }
    const { pdf, at } = await made.get(shared)!.catch((error: unknown) => {
      made.delete(shared);
      throw error;
    });
    const own = Buffer.from(pdf);
    own.write(link, at, 'latin1');
    return own;
  };
};

type Patchable = { readonly pdf: Buffer; readonly at: number };
const patchable = (pdf: Buffer, blank: string): Patchable => ({ pdf, at: pdf.lastIndexOf(blank, undefined, 'latin1') });

/** A page that tells of being opened by its picture, and of a click by its link. */
const htmlDocument = (spec: DocumentSpec, values: PersonValues, { document, seen }: DocumentLinks): string => {
  const link = `<a href="${escapeHtml(document)}">${openLabel[spec.language]}</a>`;
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
  const text = fillText(spec.body.replaceAll('{{link}}', `[ ${openLabel[spec.language]} ]`), values);
  return renderPdf({
    title: spec.name,
    language: spec.language,
    created_at: '2026-01-01T00:00:00.000Z',
    author: values.organization,
    blocks: text.split(/\n{2,}/).map((paragraph) => ({ type: 'text' as const, text: paragraph })),
    labels: { no_data: '' },
  });
};

/**
 * Makes the whole of each page a link, by appending a new version of its object to the file (an incremental update, as
 * the format provides for). So one layout serves everybody: only the link differs, and it stands uncompressed.
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
