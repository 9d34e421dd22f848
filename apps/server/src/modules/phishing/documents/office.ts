import type { AttachmentReports } from '@sergak/contract/phishing/phishing.rules.ts';
import { OfficePackageError, type PackagePart } from './package.ts';

/** The variable in the address of the tracking picture; filled by the sending module. */
export const SEEN = '{{seen}}';
export const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image';
const DRAWING = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const ID = 'rIdSeen';
/** One pixel in English metric units. */
const PIXEL = 9525;

export const seenRelationship = `<Relationship Id="${ID}" Type="${IMAGE}" Target="${SEEN}" TargetMode="External"/>`;
const blip = `<a:blip xmlns:r="${OFFICE}" r:link="${ID}"/>`;
const shape = `<a:xfrm><a:off x="0" y="0"/><a:ext cx="${PIXEL}" cy="${PIXEL}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;
/** A paragraph of WordprocessingML with a picture of one pixel that is loaded when editing is enabled. */
export const seenParagraph =
  '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  `distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${PIXEL}" cy="${PIXEL}"/><wp:docPr id="90001" name="picture"/>` +
  `<a:graphic xmlns:a="${A}"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">` +
  '<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="90001" name="picture"/><pic:cNvPicPr/></pic:nvPicPr>' +
  `<pic:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>${shape}</pic:spPr></pic:pic>` +
  '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
const XDR = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const seenAnchor =
  `<xdr:oneCellAnchor xmlns:xdr="${XDR}" xmlns:a="${A}"><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>0</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>` +
  `<xdr:ext cx="${PIXEL}" cy="${PIXEL}"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="90001" name="picture"/><xdr:cNvPicPr/></xdr:nvPicPr>` +
  `<xdr:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr>${shape}</xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>`;
/** A drawing of SpreadsheetML that contains only the tracking picture. */
export const seenDrawing = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><xdr:wsDr xmlns:xdr="${XDR}">${seenAnchor}</xdr:wsDr>`;
const seenSlidePicture =
  `<p:pic xmlns:a="${A}"><p:nvPicPr><p:cNvPr id="90001" name="picture"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>` +
  `<p:blipFill>${blip}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${shape}</p:spPr></p:pic>`;

/** The relationships part that belongs to a part. */
const relsOf = (part: string): string => {
  const at = part.lastIndexOf('/') + 1;
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
};
export const relationships = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="${RELATIONSHIPS}">${content}</Relationships>`;

type Parts = Map<string, Buffer | string>;
const textOf = (parts: Parts, name: string): string => {
  const found = parts.get(name);
  if (found === undefined) throw new OfficePackageError(`The part ${name.slice(0, 80)} is missing`);
  return String(found);
};
const replaceLast = (text: string, mark: RegExp, insert: string): string => {
  const at = text.search(mark);
  if (at < 0) throw new OfficePackageError('A part has an unknown layout');
  return text.slice(0, at) + insert + text.slice(at);
};
const addRelationship = (parts: Parts, part: string, relationship: string): void => {
  const name = relsOf(part);
  const relations = parts.has(name) ? textOf(parts, name) : relationships('');
  parts.set(
    name,
    replaceLast(
      relations.replace(/<Relationships([^<>]*)\/>/, '<Relationships$1></Relationships>'),
      /<\/Relationships>\s*$/,
      relationship,
    ),
  );
};
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/** Resolves the target of a relationship of `part` to the name of a part. */
const resolve = (part: string, target: string): string => {
  const path = new URL(target, `http://package/${part}`).pathname;
  return decodeURIComponent(path.slice(1));
};
const relationshipsOf = (parts: Parts, part: string): { id: string; type: string; target: string }[] =>
  !parts.has(relsOf(part))
    ? []
    : [...textOf(parts, relsOf(part)).matchAll(/<Relationship\s[^<>]*>/g)].map(([tag]) => ({
        id: attribute(tag, 'Id') ?? '',
        type: attribute(tag, 'Type') ?? '',
        target: attribute(tag, 'Target') ?? '',
      }));
/** The first related part of a type; `id` narrows it to one relationship. */
const related = (parts: Parts, part: string, type: string, id?: string): string | undefined => {
  const found = relationshipsOf(parts, part).find(
    (one) => one.type.endsWith(`/${type}`) && (id === undefined || one.id === id),
  );
  return found && resolve(part, found.target);
};
const required = (name: string | undefined): string => {
  if (name === undefined) throw new OfficePackageError('The package has no main part');
  return name;
};
/** The part with the document, the workbook or the presentation. */
const mainPart = (parts: Parts): string => {
  const found = relationshipsOf(parts, '').find((one) => one.type.endsWith('/officeDocument'));
  return required(found && resolve('', found.target));
};

const addToDocument = (parts: Parts): void => {
  const main = mainPart(parts);
  const text = textOf(parts, main);
  // The properties of the last section have to remain the last element of the body.
  const mark = /(?:<w:sectPr\b(?:(?!<w:sectPr\b)[^])*)?<\/w:body>(?:(?!<\/w:body>)[^])*$/;
  parts.set(main, replaceLast(text, mark, seenParagraph));
  addRelationship(parts, main, seenRelationship);
};

const addToWorkbook = (parts: Parts): void => {
  const main = mainPart(parts);
  const first = /<(?:\w+:)?sheet\s[^<>]*>/.exec(textOf(parts, main))?.[0] ?? '';
  const sheet = required(related(parts, main, 'worksheet', /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(first)?.[1]));
  const existing = related(parts, sheet, 'drawing');
  if (existing) {
    parts.set(existing, replaceLast(textOf(parts, existing), /<\/(?:\w+:)?wsDr>\s*$/, seenAnchor));
    return addRelationship(parts, existing, seenRelationship);
  }
  const drawing = 'xl/drawings/drawingSeen.xml';
  const text = textOf(parts, sheet);
  const mark =
    /<(?:legacyDrawing|legacyDrawingHF|picture|oleObjects|controls|webPublishItems|tableParts|extLst)\b|<\/worksheet>/;
  parts.set(sheet, replaceLast(text, mark, `<drawing xmlns:r="${OFFICE}" r:id="rIdDrawing"/>`));
  addRelationship(parts, sheet, `<Relationship Id="rIdDrawing" Type="${DRAWING}" Target="/${drawing}"/>`);
  parts.set(drawing, seenDrawing);
  addRelationship(parts, drawing, seenRelationship);
  const types = textOf(parts, '[Content_Types].xml');
  const override = `<Override PartName="/${drawing}" ContentType="${DRAWING_TYPE}"/>`;
  parts.set('[Content_Types].xml', replaceLast(types, /<\/Types>\s*$/, override));
};

const addToPresentation = (parts: Parts): void => {
  const main = mainPart(parts);
  const first = /<p:sldId\s[^<>]*>/.exec(textOf(parts, main))?.[0] ?? '';
  const slide = required(related(parts, main, 'slide', /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(first)?.[1]));
  parts.set(slide, replaceLast(textOf(parts, slide), /<\/p:spTree>/, seenSlidePicture));
  addRelationship(parts, slide, seenRelationship);
};

const additions = { docx: addToDocument, xlsx: addToWorkbook, pptx: addToPresentation } as const;
export type OfficeFormat = keyof typeof additions;

/** Formatting may split `{{link}}` into several runs. The text is joined; the tags between its letters follow it. */
const splitVariable = new RegExp(
  [...'{{link}}'].map((sign) => sign.replace(/[{}]/, '\\$&')).join('((?:<[^<>]*>)*)'),
  'g',
);
const joinVariable = (text: string): string =>
  text.replace(splitVariable, (_, ...tags: unknown[]) => `{{link}}${tags.slice(0, 7).join('')}`);
/** The address of a hyperlink that was typed as `{{link}}`; Office completes and encodes it. */
const joinAddress = (text: string): string =>
  text.replace(/Target="[^"]*(?:\{\{link\}\}|%7B%7Blink%7D%7D)[^"]*"/gi, 'Target="{{link}}"');

/**
 * Returns the parts of an uploaded document with `{{link}}` as a variable and, if `tracked`, with the tracking picture.
 * Throws PackageError if the picture cannot be added.
 */
export const trackedParts = (
  source: ReadonlyMap<string, Buffer>,
  format: OfficeFormat,
  tracked: boolean,
): PackagePart[] => {
  const parts: Parts = new Map(source);
  for (const [name, content] of source) {
    if (!/\.(?:xml|rels)$/i.test(name)) continue;
    const text = content.toString('utf8');
    if (!/\{(?:<[^<>]*>)*\{|%7B%7Blink/i.test(text)) continue;
    parts.set(name, /\.rels$/i.test(name) ? joinAddress(text) : joinVariable(text));
  }
  if (tracked) additions[format](parts);
  return [...parts].map(([name, content]) => ({ name, content }));
};

/** What a document reports: its tracking picture or, without one, its link. */
export const reportsOf = (parts: ReadonlyMap<string, Buffer>, format: OfficeFormat): AttachmentReports => {
  try {
    trackedParts(parts, format, true);
    return 'opened';
  } catch (error) {
    if (!(error instanceof OfficePackageError)) throw error;
    return hasLink(trackedParts(parts, format, false)) ? 'clicked' : 'nothing';
  }
};

/** Whether the parts contain the link of the person. */
const hasLink = (parts: readonly PackagePart[]): boolean =>
  parts.some(({ content }) => typeof content === 'string' && content.includes('{{link}}'));
