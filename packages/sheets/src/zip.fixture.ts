import { crc32, deflateRawSync } from 'node:zlib';

export type FixtureEntry = {
  name: string;
  data: string | Buffer;
  /** The size stated in the directory, if it is to be wrong. */
  statedSize?: number;
  unixMode?: number;
  flags?: number;
  method?: number;
};

/** Builds an archive byte by byte, so that tests can create archives that no archiver would write. */
export const makeZip = (entries: FixtureEntry[]) => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data);
    const packed = deflateRawSync(data);
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt16LE(entry.method ?? 8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.statedSize ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, name]));
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
};

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** Returns the parts of a workbook with one sheet, whose rows are given as XML. */
export const workbookParts = (rows: string, strings: string[] = [], workbookPr = ''): FixtureEntry[] => [
  {
    name: '[Content_Types].xml',
    data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  {
    name: '_rels/.rels',
    data: `<Relationships>${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    data: `<Relationships>${relationship('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('rId2', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
  },
  {
    name: 'xl/workbook.xml',
    data: `<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  },
  { name: 'xl/sharedStrings.xml', data: `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>` },
  {
    name: 'xl/worksheets/sheet1.xml',
    data: `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`,
  },
];
