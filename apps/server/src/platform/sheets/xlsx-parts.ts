import { posix } from 'node:path';
import { numberText, type NumberText } from './cell-text.ts';
import { SheetError } from './sheet-types.ts';
import { attribute, decodeEscapes, scanXml } from './xml-scan.ts';
import type { Archive } from './zip-scan.ts';

/** Where the parts of a workbook are that its rows need. */
export type Workbook = {
  readonly sheet: string;
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  readonly is1904: boolean;
};

/** All distinct texts of a workbook together; a list of people needs some millions. */
const MAX_STRING_CHARS = 60_000_000;

/** Finds the sheet named, or the first one that is not hidden. */
export const readWorkbook = async (archive: Archive, wanted: string | undefined): Promise<Workbook> => {
  const roots = await relations(archive, '_rels/.rels', '');
  const path = roots.find((relation) => relation.type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(path)) throw new SheetError('not_xlsx');
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  const parts = await relations(archive, posix.join(folder, '_rels', `${posix.basename(path)}.rels`), folder);
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  await scanXml(await archive.stream(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible';
      sheets.push({ name: attribute(attributes, 'name') ?? '', id: attribute(attributes, 'id') ?? '', hidden });
    },
  });
  const sheet =
    wanted === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  const target = parts.find((part) => part.id === sheet?.id && part.type === 'worksheet')?.target;
  if (!sheet || !target) throw new SheetError('no_sheet', wanted === undefined ? {} : { detail: wanted });
  const only = (type: string) => parts.find((part) => part.type === type)?.target;
  return { sheet: target, strings: only('sharedStrings'), styles: only('styles'), is1904 };
};

const relations = async (archive: Archive, path: string, folder: string) => {
  const found: { id: string; type: string; target: string }[] = [];
  if (!archive.has(path)) return found;
  await scanXml(await archive.stream(path), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      const target = attribute(attributes, 'Target') ?? '';
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1)!,
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return found;
};

/** Texts that cells refer to by number; parts with a format of their own are joined, readings (furigana) left out. */
export const readStrings = async (archive: Archive, path: string | undefined): Promise<string[]> => {
  const strings: string[] = [];
  if (!path || !archive.has(path)) return strings;
  const collect = textCollector();
  let total = 0;
  await scanXml(await archive.stream(path), {
    open: (name) => {
      if (name === 'si') collect.start();
      else collect.open(name);
    },
    text: collect.text,
    close: (name) => {
      collect.close(name);
      if (name !== 'si') return;
      const text = collect.take();
      total += text.length;
      if (total > MAX_STRING_CHARS) throw new SheetError('too_large', { detail: 'texts' });
      strings.push(text);
    },
  });
  return strings;
};

/** Gathers the `<t>` texts inside one element. */
export const textCollector = () => {
  let out = '';
  let inText = false;
  let inReading = false;
  return {
    start: () => {
      out = '';
    },
    open: (name: string) => {
      if (name === 't') inText = !inReading;
      else if (name === 'rPh') inReading = true;
    },
    text: (piece: string) => {
      if (inText) out += piece;
    },
    close: (name: string) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') inReading = false;
    },
    take: () => decodeEscapes(out),
  };
};

/** For each cell style how its numbers look. */
export const readNumberTexts = async (archive: Archive, { styles, is1904 }: Workbook): Promise<NumberText[]> => {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let inCells = false;
  if (styles && archive.has(styles)) {
    await scanXml(await archive.stream(styles), {
      open: (name, attributes) => {
        if (name === 'numFmt')
          custom.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) ids.push(Number(attribute(attributes, 'numFmtId') ?? 0));
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    });
  }
  const texts = new Map<number, NumberText>();
  return ids.map((id) => {
    const known = texts.get(id) ?? numberText(id, custom.get(id), is1904);
    texts.set(id, known);
    return known;
  });
};
