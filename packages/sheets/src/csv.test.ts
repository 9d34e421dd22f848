import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCsv, type CsvOptions } from './csv.ts';
import { SheetError, type SheetRow } from './sheet-types.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Text in an eight-bit encoding, encoded with the runtime's own table. */
const encoded = (encoding: string, text: string): Buffer => {
  const decoder = new TextDecoder(encoding);
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const));
  return Buffer.from(
    [...text].map((char) => {
      const byte = table.get(char);
      if (byte === undefined) throw new Error(`${encoding} has no ${char}`);
      return byte;
    }),
  );
};
const cp1251 = (text: string) => encoded('windows-1251', text);
const utf16 = (text: string, order: 'le' | 'be') => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};
async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = async (content: string | Buffer, options?: CsvOptions, size = 7) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const rows: SheetRow[] = [];
  for await (const row of readCsv(pieces(bytes, size), options)) rows.push(row);
  return rows;
};
const cells = async (content: string | Buffer) => (await read(content)).map((row) => row.cells);
const rejection = async (content: string | Buffer, options?: CsvOptions) => {
  const error = await read(content, options, 100_000).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SheetError);
  return { code: (error as SheetError).code, ...(error as SheetError).data };
};

const people = 'ФИО;Отдел\r\nЁлкин Пётр;№ 5\r\nЩукина Анна;Склад\r\n';
const expected = [
  ['ФИО', 'Отдел'],
  ['Ёлкин Пётр', '№ 5'],
  ['Щукина Анна', 'Склад'],
];

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(people)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${people}`)],
    ['UTF-16 LE', utf16(people, 'le')],
    ['UTF-16 BE', utf16(people, 'be')],
    ['windows-1251', cp1251(people)],
  ])('%s is read the same in chunks of any size', async (_name, bytes) => {
    for (const size of [1, 2, 3, 5, 64, 10_000]) {
      expect((await read(bytes, {}, size)).map((row) => row.cells)).toEqual(expected);
    }
  });

  const cyrillic = ['windows-1251', 'ibm866', 'koi8-r', 'x-mac-cyrillic', 'iso-8859-5'];
  const samples = {
    'three rows with a heading': 'email;Фамилия;Имя;Отдел\na@b.uz;Юсупов;Шахзод;Склад\nc@d.uz;Щукина;Эльвира;ИТ\n',
    'three rows without one': 'a@b.uz;Каримов Дильшод\nc@d.uz;Зуева Жанна\ne@f.uz;Гусев Фёдор\n',
    'all in capitals': 'ФАМИЛИЯ;ИМЯ\nИВАНОВ;ПЁТР\nЦОЙ;ЭДУАРД\n',
    'all in small letters': 'фамилия;имя\nиванов;пётр\nжукова;марина\n',
  };
  test.each(Object.entries(samples).flatMap(([kind, text]) => cyrillic.map((name) => [kind, name, text] as const)))(
    '%s in %s',
    async (_kind, encoding, text) => {
      const rows = (await cells(encoded(encoding, text))).map((row) => row.join(';'));
      expect(rows).toEqual(text.trimEnd().split('\n'));
    },
  );

  test('bytes as written by real programs: Excel for MS-DOS, a Unix mailer', async () => {
    // «ФИО;Отдел», «Ёлкин Пётр;№ 5» in code page 866; «Имя», «Ольга» in KOI8-R.
    const dos = Buffer.from('94888e3b8ee2a4a5ab0d0af0abaaa8ad208ff1e2e03bfc20350d0a', 'hex');
    expect(await cells(dos)).toEqual([
      ['ФИО', 'Отдел'],
      ['Ёлкин Пётр', '№ 5'],
    ]);
    expect(await cells(Buffer.from('e9cdd10aefccd8c7c10a', 'hex'))).toEqual([['Имя'], ['Ольга']]);
  });

  test.each([
    ['Uzbek Latin', 'F.I.Sh.;Bo‘lim\nO‘ktam G‘aniyev;Moliya\nMa’mura;A’lo\n'],
    ['English', 'name;dept\nJosé O’Neil;R&D – café\nBjörk;10° and 5 €\n'],
  ])('%s in windows-1252', async (_name, text) => {
    const rows = (await cells(encoded('windows-1252', text))).map((row) => row.join(';'));
    expect(rows).toEqual(text.trimEnd().split('\n'));
  });

  test('UTF-16 without a mark, as programs write it, is read in Cyrillic and Latin', async () => {
    for (const text of [people, 'mail;name\r\na@b.test;Kim\r\n'])
      for (const order of ['le', 'be'] as const)
        expect(await cells(utf16(text, order).subarray(2))).toEqual(await cells(text));
  });

  test('the encoding of a long file is detected at its beginning and used to its end', async () => {
    const text = `ФИО;Отдел\n${'Ёлкин Пётр;Склад\n'.repeat(30_000)}`;
    const rows = await read(encoded('ibm866', text), {}, 64 * 1024);
    expect(rows).toHaveLength(30_001);
    expect(rows.at(-1)!.cells).toEqual(['Ёлкин Пётр', 'Склад']);
  });

  test.each([
    ['UTF-8 with damage in it', Buffer.concat([Buffer.from('Имя;Отдел'), Buffer.from([0xd0, 0x0a])])],
    ['Chinese of GBK', Buffer.from('d5c5c8fd3bb2c6cef1b2bf0ac0eecbc43bc8cbcac2b2bf0a', 'hex')],
    ['Arabic of windows-1256', Buffer.from('e3cde3cf3bdae1ed0a', 'hex')],
    ['every byte there is', Buffer.from(Array.from({ length: 384 }, (_, i) => 128 + ((i * 89) % 128)))],
  ])('%s contains no words and is rejected', async (_name, bytes) => {
    expect(await rejection(bytes)).toEqual({ code: 'encoding' });
  });

  test('a single cp1251 or UTF-8 character late in an ASCII file is detected', async () => {
    const ascii = `mail,name\n${'a@b.test,x\n'.repeat(5000)}`;
    expect((await cells(Buffer.concat([Buffer.from(ascii), cp1251('c@d.test,Я')]))).at(-1)).toEqual(['c@d.test', 'Я']);
    expect((await cells(`${ascii}c@d.test,Я`)).at(-1)).toEqual(['c@d.test', 'Я']);
  });

  test('UTF-8 with invalid bytes later is an error, never mojibake', async () => {
    const damaged = Buffer.concat([Buffer.from(people.repeat(50)), Buffer.from([0xd0, 0x0a])]);
    expect(await rejection(damaged)).toEqual({ code: 'encoding' });
  });
});

describe('separators', () => {
  test.each([',', ';', '\t'])('%j', async (separator) => {
    expect(await cells(`a|b|c\n1|2|3\n`.replaceAll('|', separator))).toEqual([
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ]);
  });
  test('hundreds of separators behind the last column of a spreadsheet are no cells; text among them is', async () => {
    const tail = ';'.repeat(16_000);
    expect((await cells(`a;b${tail}\nc;d${tail}`)).map((row) => row.filter(Boolean))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect((await rejection(`a;b${tail}x\nc;d${tail}x`)).code).toBe('too_many_columns');
  });
  test('a value that a program kept from spreadsheets is the value', async () => {
    expect(await cells('a,b\n="00042","=""00043"""\n="x"&"y",="')).toEqual([
      ['a', 'b'],
      ['00042', '00043'],
      ['="x"&"y"', '="'],
    ]);
  });
  test('commas inside quoted cells are not counted', async () => {
    expect(await cells('"Иванов, Пётр";"a, b, c"\n"x, y";"z, w, v"\n')).toEqual([
      ['Иванов, Пётр', 'a, b, c'],
      ['x, y', 'z, w, v'],
    ]);
  });
  test('one column has no separator', async () => {
    expect(await cells('name\nИванов, Пётр\nСидоров\n')).toEqual([['name'], ['Иванов, Пётр'], ['Сидоров']]);
  });
  test('Excel’s own declaration is used and is not a row', async () => {
    expect(await read('sep=;\na,1;b\nc;d')).toEqual([
      { line: 2, cells: ['a,1', 'b'] },
      { line: 3, cells: ['c', 'd'] },
    ]);
  });
});

describe('rows and their lines', () => {
  test('quoted line breaks and doubled quotes are read, with the line in which a row begins', async () => {
    expect(await read('a,b\r\n"x\r\ny","say ""hi"""\r\n\r\nlast,"1,5"')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x\ny', 'say "hi"'] },
      { line: 5, cells: ['last', '1,5'] },
    ]);
  });
  test('a lone CR ends a line, also a CR before the end of a chunk', async () => {
    expect(await read('a,b\r1,2\r', {}, 1)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ]);
  });
  test('quotation marks inside an unquoted cell are text', async () => {
    expect(await read('org,n\nООО "Ромашка",5\n')).toEqual([
      { line: 1, cells: ['org', 'n'] },
      { line: 2, cells: ['ООО "Ромашка"', '5'] },
    ]);
  });
  test('short and long rows keep their own cells and take none from the next row', async () => {
    expect(await read('a,b,c\n1,2\n3,4,5\n6,7,8,9\n10,11,12\n')).toEqual([
      { line: 1, cells: ['a', 'b', 'c'] },
      { line: 2, cells: ['1', '2'], fault: 'short' },
      { line: 3, cells: ['3', '4', '5'] },
      { line: 4, cells: ['6', '7', '8', '9'], fault: 'long' },
      { line: 5, cells: ['10', '11', '12'] },
    ]);
  });
  test('blank rows are skipped', async () => {
    expect(await read('a;b\n;\n \n1;2\n;;\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['1', '2'] },
    ]);
  });
});

describe('misplaced quotation marks', () => {
  const lines = (rows: SheetRow[]) => rows.map(({ line, fault }) => (fault ? `${line}:${fault}` : String(line)));

  test('an unclosed one affects only its own line', async () => {
    const rows = await read('a,b\n1,"open\n2,x\n3,y\n');
    expect(lines(rows)).toEqual(['1', '2:quote', '3', '4']);
    expect(rows[1]!.cells).toEqual(['1', '"open']);
  });
  test('one that pairs with a mark in a later row affects only its own line', async () => {
    expect(lines(await read('a,b\n1,"open\n2,"x, y"\n3,z\n'))).toEqual(['1', '2:quote', '3', '4']);
  });
  test('one that happens to close at a line’s end swallows no row', async () => {
    const rows = await read('a,b,c\n1,"open\n2,x,y"\n3,z,w\n');
    expect(lines(rows)).toEqual(['1', '2:quote', '3', '4']);
    expect(rows[2]!.cells).toEqual(['2', 'x', 'y"']);
  });
  test('text after a closing one is a fault', async () => {
    expect(lines(await read('a,b\n"x"y,1\nz,2\n'))).toEqual(['1', '2:quote', '3']);
  });
  test('thousands of stray ones are each reported, and quickly', async () => {
    const rows = await read(`a,b\n${'x","\n'.repeat(20_000)}z,1\n`, {}, 60_000);
    expect(rows.length).toBe(20_002);
    expect(rows.slice(1, -1).every((row) => row.fault === 'quote')).toBe(true);
    expect(rows.at(-1)).toEqual({ line: 20_002, cells: ['z', '1'] });
  });
});

describe('rejected files', () => {
  test.each([
    ['xlsx', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'zip'],
    ['xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'xls'],
    ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'png'],
    ['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'jpeg'],
    ['unknown binary', Buffer.from('a,b\n1,\0\0\n'), 'binary'],
  ])('%s', async (_name, bytes, detail) => {
    expect(await rejection(bytes)).toEqual({ code: 'not_text', detail });
  });
  test('an empty file', async () => {
    expect((await rejection('')).code).toBe('empty');
    expect((await rejection('\uFEFF\r\n ;\r\n')).code).toBe('empty');
  });
  test('errors of limits name the line', async () => {
    expect(await rejection(`a,b\n1,${'x'.repeat(10_001)}\n`)).toEqual({
      code: 'cell_too_long',
      line: 2,
      limit: 10_000,
    });
    expect(await rejection(`a,b\n1,"${'x'.repeat(10_001)}"\n`)).toEqual({
      code: 'cell_too_long',
      line: 2,
      limit: 10_000,
    });
    expect(await rejection('x,'.repeat(101))).toEqual({ code: 'too_many_columns', line: 1, limit: 100 });
    expect((await rejection('a\nb\nc\n', { limits: { maxRows: 2 } })).code).toBe('too_many_rows');
    expect((await rejection('a\nb\nc\n', { limits: { maxBytes: 5 } })).code).toBe('too_large');
    expect((await rejection('x'.repeat(2_000_000))).code).toBe('cell_too_long');
  });
  test.each([
    ['a web page', '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>a@b.test</td></tr></table>'],
    ['a table of a web page', '\n<TABLE border=1>\n<tr><td>a@b.test;c'],
    ['XML of a spreadsheet', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>'],
    ['a web page in Russian', '<html><table><tr><td>Почта</td></tr></table></html>'],
    ['JSON', '[{"email":"a@b.test","name":"x"}]'],
    ['a card', 'BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@b.test\r\n'],
    ['SYLK', 'ID;PWXL;N;E\r\nC;Y1;X1;K"a@b.test"\r\n'],
    ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\n'],
    ['LDIF', 'dn: uid=a,dc=b\nmail: a@b.test\n'],
  ])('%s is no table', async (_, text) => {
    expect((await rejection(text)).code).toBe('not_text');
  });
  test('a cancelled reading', async () => {
    expect((await rejection('a\nb\n', { signal: AbortSignal.abort() })).code).toBe('cancelled');
  });
});

test.each(['ID;Position;Email', 'ID;Phone;Email', 'ID;P;E'])('a table that begins with %s is read', async (header) => {
  const path = join(folder, 'ids.csv');
  await writeFile(path, `${header}\n1;x;a@b.test\n`);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readCsv(path)) rows.push(cells);
  expect(rows).toEqual([header.split(';'), ['1', 'x', 'a@b.test']]);
});

test('20,000 rows from a file are read completely', async () => {
  const path = join(folder, 'big.csv');
  const body = Array.from(
    { length: 20_000 },
    (_, i) => `Иванов Пётр ${i};p${i}@corp.test;"Отдел ""Ц${i % 40}""";Инженер`,
  );
  await writeFile(path, cp1251(`ФИО;E-mail;Отдел;Должность\r\n${body.join('\r\n')}\r\n`));
  let count = 0;
  let last: SheetRow | undefined;
  for await (const row of readCsv(path)) {
    if (row.fault === undefined && row.line === count + 1) count++;
    last = row;
  }
  expect(count).toBe(20_001);
  expect(last).toEqual({ line: 20_001, cells: ['Иванов Пётр 19999', 'p19999@corp.test', 'Отдел "Ц39"', 'Инженер'] });
});

test('leaving the loop early closes the file', async () => {
  const path = join(folder, 'early.csv');
  await writeFile(path, 'a,b\n'.repeat(200_000));
  const stream = createReadStream(path);
  for await (const row of readCsv(stream)) if (row.line > 3) break;
  expect(stream.destroyed).toBe(true);
});
