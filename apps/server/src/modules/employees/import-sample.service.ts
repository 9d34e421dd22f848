import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { CSV_TYPE, csvText } from '@sergak/sheets/csv-write.ts';
import { XLSX_TYPE } from '@sergak/sheets/xlsx-write.ts';
import type { FileAnswer } from '../../platform/context.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import { importTexts } from './import-words.ts';

const fields = ['email', 'last_name', 'first_name', 'middle_name', 'position', 'department'] as const;

/** A file with the headings that an import recognises and two invented people. */
export const sampleFile = async (language: Language, format: 'csv' | 'xlsx'): Promise<FileAnswer> => {
  const t = importTexts(language);
  const headings = fields.map((field) => t(`employees__import:field.${field}`));
  const rows = [
    [
      'person1@example.com',
      t('import.people.last_1'),
      t('import.people.first_1'),
      t('import.people.middle_1'),
      t('import.people.position_1'),
      t('import.people.department_1'),
    ],
    [
      'person2@example.com',
      t('import.people.last_2'),
      t('import.people.first_2'),
      '',
      t('import.people.position_2'),
      t('import.people.department_2'),
    ],
  ];
  const name = t('import.sample');
  const bytes = format === 'csv' ? Buffer.from(csvText([headings, ...rows])) : await workbook(name, headings, rows);
  return {
    stream: Readable.from([bytes]),
    name: `${name}.${format}`,
    type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    size: bytes.length,
    inline: false,
  };
};

const workbook = async (name: string, headings: readonly string[], rows: readonly string[][]): Promise<Buffer> => {
  const out = new PassThrough();
  const columns = headings.map((title) => ({ title, width: 24 }));
  const [bytes] = await Promise.all([buffer(out), writeWorkbook(out, [{ name, columns, rows }])]);
  return bytes;
};
