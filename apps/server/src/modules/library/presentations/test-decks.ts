import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pdfmake from 'pdfmake';
import { ZipFile } from 'yazl';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
pdfmake.setFonts({ Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fonts);

/** A PDF of slides with a Russian title and text; with a password, if one is given. */
export const makePdf = async (pages: number, userPassword?: string): Promise<Buffer> =>
  pdfmake
    .createPdf({
      pageSize: { width: 960, height: 540 },
      ...(userPassword === undefined ? {} : { userPassword }),
      content: Array.from({ length: pages }, (_, index) => ({
        stack: [
          { text: `Слайд ${index + 1}: фишинг`, fontSize: 40 },
          { text: `Проверяйте адрес отправителя №${index + 1}.` },
        ],
        ...(index > 0 && { pageBreak: 'before' as const }),
      })),
    })
    .getBuffer();

/** A PDF of empty pages, without the table of its parts, which readers rebuild. */
export const makeBlankPdf = (pages: number): Buffer => {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 96 54] >>';
  const ids = Array.from({ length: pages }, (_, n) => n + 3);
  const parts = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    `2 0 obj << /Type /Pages /Count ${pages} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >> endobj`,
    ...ids.map((id) => `${id} 0 obj ${page} endobj`),
  ];
  return Buffer.from(`%PDF-1.7\n${parts.join('\n')}\ntrailer << /Size ${pages + 3} /Root 1 0 R >>\n%%EOF\n`);
};

const zip = (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const file = new ZipFile();
  for (const [name, data] of Object.entries(parts))
    // OpenDocument wants its type uncompressed at a fixed place.
    file.addBuffer(Buffer.from(data), name, name === 'mimetype' ? { compress: false, forceDosTimestamp: true } : {});
  file.end();
  return buffer(file.outputStream);
};

const NS =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TREE = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

const relations = (list: readonly (readonly [id: string, type: string, target: string, external?: boolean])[]) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([id, type, target, external]) =>
        `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;
const shape = (id: number, type: string, text: string, y: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="s${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="500000" y="${y}"/><a:ext cx="8000000" cy="1200000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="ru-RU" sz="2800"/><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const tree = (content: string) => `<p:cSld><p:spTree>${TREE}${content}</p:spTree></p:cSld>`;

export type DeckSlide = {
  title: string;
  text: string;
  notes?: string;
  hidden?: boolean;
  /** Name and bytes of its sound. */
  sound?: readonly [name: string, bytes: Buffer];
  /** Address of a picture that is not part of the file. */
  linkedPicture?: string;
  /** Address of a hyperlink. */
  link?: string;
};

const slideParts = (slide: DeckSlide, n: number): Record<string, string | Buffer> => {
  const picture = slide.linkedPicture
    ? `<p:pic><p:nvPicPr><p:cNvPr id="9" name="pic"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:link="rId5"/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`
    : '';
  return {
    [`ppt/slides/slide${n}.xml`]: `${XML}<p:sld ${NS}${slide.hidden ? ' show="0"' : ''}>${tree(
      shape(2, 'title', slide.title, 300_000) + shape(3, 'body', slide.text, 2_500_000) + picture,
    )}</p:sld>`,
    [`ppt/slides/_rels/slide${n}.xml.rels`]: relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
      ...(slide.notes ? [['rId2', 'notesSlide', `../notesSlides/notesSlide${n}.xml`] as const] : []),
      ...(slide.sound ? [['rId3', 'audio', `../media/${slide.sound[0]}`] as const] : []),
      ...(slide.linkedPicture ? [['rId5', 'image', slide.linkedPicture, true] as const] : []),
      ...(slide.link ? [['rId6', 'hyperlink', slide.link, true] as const] : []),
    ]),
    ...(slide.notes && {
      [`ppt/notesSlides/notesSlide${n}.xml`]: `${XML}<p:notes ${NS}>${tree(shape(2, 'body', slide.notes, 0))}</p:notes>`,
    }),
    ...(slide.sound && { [`ppt/media/${slide.sound[0]}`]: slide.sound[1] }),
  };
};

/** A small PPTX file, as complete as LibreOffice needs it. */
export const makePptx = (slides: readonly DeckSlide[], more: Readonly<Record<string, Buffer>> = {}): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="mp3" ContentType="audio/mpeg"/><Default Extension="wav" ContentType="audio/wav"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/><Override PartName="/ppt/slideMasters/slideMaster1.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slideMaster+xml"/><Override PartName="/ppt/slideLayouts/slideLayout1.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slideLayout+xml"/>${slides
      .map(
        (_, i) =>
          `<Override PartName="/ppt/slides/slide${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.slide+xml"/>`,
      )
      .join('')}</Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'ppt/presentation.xml']]),
    'ppt/presentation.xml': `${XML}<p:presentation ${NS}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>${slides
      .map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`)
      .join(
        '',
      )}</p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations([
      ['rIdM', 'slideMaster', 'slideMasters/slideMaster1.xml'],
      ...slides.map((_, i) => [`rId${i + 1}`, 'slide', `slides/slide${i + 1}.xml`] as const),
    ]),
    'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${NS}>${tree('')}<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations([
      ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${NS}>${tree('')}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations([
      ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
    ]),
    ...Object.assign({}, ...slides.map((slide, i) => slideParts(slide, i + 1))),
    ...more,
  });

/** A small ODP file with one text on each slide, and `more` elements on each. */
export const makeOdp = (
  texts: readonly string[],
  more = '',
  parts: Readonly<Record<string, string>> = {},
): Promise<Buffer> => {
  const type = 'application/vnd.oasis.opendocument.presentation';
  const names = 'urn:oasis:names:tc:opendocument:xmlns';
  const pages = texts.map(
    (text, i) =>
      `<draw:page draw:name="p${i}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>${more}</draw:page>`,
  );
  return zip({
    mimetype: type,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="${names}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    'content.xml': `${XML}<office:document-content xmlns:office="${names}:office:1.0" xmlns:draw="${names}:drawing:1.0" xmlns:text="${names}:text:1.0" xmlns:svg="${names}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:presentation>${pages.join('')}</office:presentation></office:body></office:document-content>`,
    ...parts,
  });
};

/** The beginning of an OLE container with a stream of this name, such as PowerPoint 97–2003 writes. */
export const makeOle = (stream: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1500), Buffer.from(stream, 'utf16le')]);

/** One frame of a silent MP3 behind an ID3 header. */
export const mp3 = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
  Buffer.from('fffb9064', 'hex'),
  Buffer.alloc(413),
]);

export const uploadDeck = async (bytes: Buffer, name: string) => {
  const path = join(tmpdir(), `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  return { file: { path, name, type: 'application/octet-stream', size: bytes.length } };
};
