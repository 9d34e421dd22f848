import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { relationships, seenDrawing, seenParagraph, seenRelationship } from './office.ts';
import type { PackagePart } from './package.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const linkRelationship = `<Relationship Id="rIdLink" Type="${OFFICE}/hyperlink" Target="{{link}}" TargetMode="External"/>`;

const contentTypes = (overrides: readonly (readonly [part: string, type: string])[]): PackagePart => ({
  name: '[Content_Types].xml',
  content:
    `${declaration}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${overrides
      .map(
        ([part, type]) =>
          `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
      )
      .join('')}</Types>`,
});
const rootRelationships = (main: string): PackagePart => ({
  name: '_rels/.rels',
  content: relationships(`<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${main}"/>`),
});

/** Splits a text at `{{link}}`. Other variables remain in the pieces and are filled per person. */
const pieces = (text: string): { readonly link: boolean; readonly text: string }[] =>
  text
    .split(/(\{\{link\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ link: piece === '{{link}}', text: piece }));

const wordRun = (text: string, link: boolean): string => {
  const look = link ? '<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr>' : '';
  const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${escapeHtml(line)}</w:t>`);
  return `<w:r>${look}${lines.join('<w:br/>')}</w:r>`;
};

/** A Word document: paragraphs of the text, links, and the tracking picture if `tracked`. */
export const wordParts = (body: string, label: string, tracked: boolean): PackagePart[] => {
  const paragraphs = body.split(/\n{2,}/).map(
    (paragraph) =>
      `<w:p><w:pPr><w:spacing w:after="200"/></w:pPr>${pieces(paragraph)
        .map(({ link, text }) =>
          link ? `<w:hyperlink r:id="rIdLink">${wordRun(label, true)}</w:hyperlink>` : wordRun(text, false),
        )
        .join('')}</w:p>`,
  );
  return [
    contentTypes([['word/document.xml', 'wordprocessingml.document.main']]),
    rootRelationships('word/document.xml'),
    {
      name: 'word/document.xml',
      content:
        `${declaration}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body>` +
        `${paragraphs.join('')}${tracked ? seenParagraph : ''}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>` +
        '<w:pgMar w:top="1134" w:right="850" w:bottom="1134" w:left="1701" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>',
    },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationships(linkRelationship + (tracked ? seenRelationship : '')),
    },
  ];
};

const column = (at: number): string => String.fromCharCode(65 + Math.min(at, 25));
/** Rows of text cells. A cell that contains `{{link}}` is a hyperlink. Texts are inline strings, never formulas. */
const sheetRows = (body: string, label: string): { rows: string; links: string } => {
  let links = '';
  const rows = body.split('\n').map((line, r) => {
    const cells = line
      .split('\t')
      .slice(0, 26)
      .map((text, c) => {
        const place = `${column(c)}${r + 1}`;
        const link = text.includes('{{link}}');
        if (link) links += `<hyperlink ref="${place}" r:id="rIdLink"/>`;
        const shown = escapeHtml(text.replaceAll('{{link}}', label));
        return `<c r="${place}" t="inlineStr"${link ? ' s="1"' : ''}><is><t xml:space="preserve">${shown}</t></is></c>`;
      });
    return `<row r="${r + 1}">${cells.join('')}</row>`;
  });
  return { rows: rows.join(''), links: links && `<hyperlinks>${links}</hyperlinks>` };
};

const STYLES =
  `${declaration}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
  '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>';

/** An Excel workbook with one sheet: a row per line of the text, a cell per tab. */
export const sheetParts = (body: string, label: string, tracked: boolean): PackagePart[] => {
  const { rows, links } = sheetRows(body, label);
  return [
    contentTypes([
      ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ['xl/styles.xml', 'spreadsheetml.styles'],
      ...(tracked ? [['xl/drawings/drawing1.xml', 'drawing'] as const] : []),
    ]),
    rootRelationships('xl/workbook.xml'),
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(
        `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>`,
      ),
    },
    { name: 'xl/styles.xml', content: STYLES },
    {
      name: 'xl/worksheets/sheet1.xml',
      content:
        `${declaration}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><cols><col min="1" max="1" width="60" customWidth="1"/></cols>` +
        `<sheetData>${rows}</sheetData>${links}${tracked ? '<drawing r:id="rIdDrawing"/>' : ''}</worksheet>`,
    },
    {
      name: 'xl/worksheets/_rels/sheet1.xml.rels',
      content: relationships(
        linkRelationship +
          (tracked ? `<Relationship Id="rIdDrawing" Type="${OFFICE}/drawing" Target="../drawings/drawing1.xml"/>` : ''),
      ),
    },
    ...(tracked
      ? [
          { name: 'xl/drawings/drawing1.xml', content: seenDrawing },
          { name: 'xl/drawings/_rels/drawing1.xml.rels', content: relationships(seenRelationship) },
        ]
      : []),
  ];
};
