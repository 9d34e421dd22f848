import { posix } from 'node:path';
import { numberText, type NumberText } from './cell-text.ts';
import { SheetError } from './sheet-types.ts';
import { decodeEscapes, scanXml, type XmlAttributes } from './xml-scan.ts';
import type { Archive } from './zip-scan.ts';

type SheetPart = { readonly name: string; readonly hidden: boolean; readonly path: string };

/** Paths of the parts that are needed to read the rows. */
export type Workbook = {
  /** The sheets to read: the rows are those of the first one that is not empty. */
  readonly sheets: readonly SheetPart[];
  readonly strings: string | undefined;
  readonly styles: string | undefined;
  readonly is1904: boolean;
};

/** Maximum length of all shared strings together; a list of people needs a few million characters. */
const MAX_STRING_CHARS = 60_000_000;

/** Finds the sheet with the wanted name; without a name all sheets that are not hidden, with `all` the hidden ones too. */
export const readWorkbook = async (archive: Archive, wanted: string | undefined, all = false): Promise<Workbook> => {
  const roots = await relations(archive, '_rels/.rels', '');
  const path = roots.find((relation) => relation.type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(path)) throw new SheetError('not_xlsx');
  const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
  const parts = await relations(archive, posix.join(folder, '_rels', `${posix.basename(path)}.rels`), folder);
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  await scanXml(await archive.stream(path), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const hidden = (attributes['state'] ?? 'visible') !== 'visible';
      sheets.push({ name: attributes['name'] ?? '', id: relationshipId(attributes), hidden });
    },
  });
  const visible = sheets.filter(({ hidden }) => !hidden);
  const chosen =
    wanted !== undefined
      ? sheets.filter(({ name }) => name === wanted).slice(0, 1)
      : all
        ? sheets
        : visible.length > 0
          ? visible
          : sheets.slice(0, 1);
  const targets = chosen.flatMap(({ name, hidden, id }) => {
    const path = parts.find((part) => part.id === id && part.type === 'worksheet')?.target;
    return path === undefined ? [] : [{ name, hidden, path }];
  });
  if (targets.length === 0) throw new SheetError('no_sheet', wanted === undefined ? {} : { detail: wanted });
  const only = (type: string) => parts.find((part) => part.type === type)?.target;
  return { sheets: targets, strings: only('sharedStrings'), styles: only('styles'), is1904 };
};

/** `r:id`, whatever prefix the writer chose for the namespace of relationships. */
const relationshipId = (attributes: XmlAttributes) =>
  Object.entries(attributes).find(([name]) => name === 'id' || name.endsWith(':id'))?.[1] ?? '';

const relations = async (archive: Archive, path: string, folder: string) => {
  const found: { id: string; type: string; target: string }[] = [];
  if (!archive.has(path)) return found;
  await scanXml(await archive.stream(path), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = attributes['Target'] ?? '';
      found.push({
        id: attributes['Id'] ?? '',
        type: (attributes['Type'] ?? '').split('/').at(-1)!,
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return found;
};

/** Reads the shared strings that cells refer to by number. Joins the runs of rich text and omits phonetic readings. */
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

/** Collects the `<t>` texts inside one element. */
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

/** Returns for each cell style how its numbers are displayed. */
export const readNumberTexts = async (archive: Archive, { styles, is1904 }: Workbook): Promise<NumberText[]> => {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let inCells = false;
  if (styles && archive.has(styles)) {
    await scanXml(await archive.stream(styles), {
      open: (name, attributes) => {
        if (name === 'numFmt') custom.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) ids.push(Number(attributes['numFmtId'] ?? 0));
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
