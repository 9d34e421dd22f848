import { preparePackage, sheetParts, wordParts, type Part } from '../../src/modules/phishing/public.ts';

/** Packages of Office files for tests. `more` adds or replaces parts. */
const build = (parts: readonly Part[], more: Readonly<Record<string, string>>): Buffer => {
  const all = new Map(parts.map(({ name, content }) => [name, content]));
  for (const [name, content] of Object.entries(more)) all.set(name, content);
  return preparePackage([...all].map(([name, content]) => ({ name, content })))({});
};
export const wordFile = (body: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  build(wordParts(body, 'Открыть', false), { 'word/_rels/document.xml.rels': NO_LINKS, ...more });
export const sheetFile = (body: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  build(sheetParts(body, 'Открыть', false), { 'xl/worksheets/_rels/sheet1.xml.rels': NO_LINKS, ...more });
const NO_LINKS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'application/vnd.openxmlformats-officedocument.presentationml';
const rels = (id: string, type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="${R}/${type}" Target="${target}"/></Relationships>`;
/** A presentation of one slide with `{{link}}` in its text. */
export const slideFile = (): Buffer =>
  build([], {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/ppt/presentation.xml" ContentType="${main}.presentation.main+xml"/><Override PartName="/ppt/slides/slide1.xml" ContentType="${main}.slide+xml"/></Types>`,
    '_rels/.rels': rels('rId1', 'officeDocument', 'ppt/presentation.xml'),
    'ppt/presentation.xml': `<p:presentation xmlns:p="${P}" xmlns:r="${R}"><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels('rId2', 'slide', 'slides/slide1.xml'),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="${P}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id="2" name="t"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>Слайд {{li</a:t></a:r><a:r><a:t>nk}}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
  });
