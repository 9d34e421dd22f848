import { Readable, PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { QuestionDraft } from '@sergak/contract/library/questions.rules.ts';
import { QUESTIONS_MAX } from '@sergak/contract/library/questions.rules.ts';
import type {
  QuestionFilePreview,
  QuestionRejection,
  QuestionSheetFormat,
} from '@sergak/contract/library/questions.schema.ts';
import { CSV_TYPE, csvText } from '@sergak/sheets/csv-write.ts';
import { type TableSheet, XLSX_TYPE } from '@sergak/sheets/xlsx-write.ts';
import { type Ctx, type FileAnswer, Logged } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { readUploadedRows } from '../../platform/uploaded-rows.ts';
import { writeWorkbook } from '../../platform/workbook.ts';
import * as query from './questions.query.ts';
import { readHeadings, readRow, writeQuestions, writeTemplate } from './questions-sheet.ts';
import { guideRows, questionWords } from './questions-words.ts';
import { appendQuestions, changeModule, requireModule, rowOf } from './questions.service.ts';

/** Maximum numbers of rejections and of accepted questions that a preview lists. */
const REJECTIONS_MAX = 2_000;
const SHOWN_MAX = 50;

const readFile = async (ctx: Ctx) => {
  const [head, ...rows] = await readUploadedRows(ctx, QUESTIONS_MAX + 1); // one row more for the headings
  const headings = readHeadings(head?.cells ?? []);
  const { columns } = questionWords(ctx.viewer.language);
  if (!headings)
    throw new AppError('import.columns_missing', { required: [columns.type, columns.text, `${columns.answer} 1`] });
  const accepted: { line: number; question: QuestionDraft }[] = [];
  const rejections: QuestionRejection[] = [];
  for (const row of rows) {
    const read = readRow(headings, row);
    if ('question' in read) accepted.push({ line: row.line, question: read.question });
    else rejections.push(...read.rejections.map((one) => ({ line: row.line, ...one })));
  }
  return { lines: rows.length, accepted, rejections, rejected: rows.length - accepted.length };
};

/** Reads a spreadsheet of questions and reports the rejected rows. Changes nothing. */
export const previewQuestionsFile = async (ctx: Ctx, input: { id: string }): Promise<QuestionFilePreview> => {
  await requireModule(ctx.tx, input.id);
  const { lines, accepted, rejected, rejections } = await readFile(ctx);
  return {
    lines,
    accepted: accepted.length,
    rejected,
    rejections: rejections.slice(0, REJECTIONS_MAX),
    questions: accepted.slice(0, SHOWN_MAX).map(({ line, question: { type, text, points } }) => ({
      line,
      type,
      text,
      points,
    })),
  };
};

/** Adds the valid questions of a spreadsheet to a module; the rejected rows are those that the preview reports. */
export const importFile = async (ctx: Ctx, input: { id: string }) => {
  const { title } = await requireModule(ctx.tx, input.id);
  const { accepted, rejected } = await readFile(ctx);
  await changeModule(ctx.tx, input.id);
  if (accepted.length === 0) throw new AppError('import.nothing_to_do');
  await appendQuestions(
    ctx.tx,
    input.id,
    accepted.map((one) => rowOf(one.question)),
  );
  const added = accepted.length;
  return new Logged({ added, rejected }, { kind: 'question', title, details: { added, rejected } });
};

type Table = { headings: readonly string[]; rows: readonly (readonly string[])[] };

const answerFile = async (
  table: Table,
  name: string,
  format: QuestionSheetFormat,
  sheets: { main: string; others?: readonly TableSheet[] },
): Promise<FileAnswer> => {
  const bytes =
    format === 'csv' ? Buffer.from(csvText([table.headings, ...table.rows])) : await workbook(table, sheets);
  return {
    stream: Readable.from([bytes]),
    name: `${name}.${format}`,
    type: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    size: bytes.length,
    inline: false,
  };
};

const workbook = async (
  { headings, rows }: Table,
  { main, others = [] }: { main: string; others?: readonly TableSheet[] },
): Promise<Buffer> => {
  const out = new PassThrough();
  const columns = headings.map((title) => ({ title }));
  const [bytes] = await Promise.all([buffer(out), writeWorkbook(out, [{ name: main, columns, rows }, ...others])]);
  return bytes;
};

/** The questions of a module as a spreadsheet that can be imported again; pictures are not part of it. */
export const exportQuestions = async (
  ctx: Ctx,
  input: { id: string; format: QuestionSheetFormat },
): Promise<FileAnswer> => {
  const { id, title } = await requireModule(ctx.tx, input.id);
  const { language } = ctx.viewer;
  const table = writeQuestions(await query.selectQuestions(ctx.tx, id), language);
  const { t } = questionWords(language);
  return answerFile(table, `${t('questions.file')} - ${title}`, input.format, { main: t('questions.file') });
};

/** The template for an import, with a second sheet that explains the columns. */
export const getQuestionsTemplate = (ctx: Ctx, input: { format: QuestionSheetFormat }): Promise<FileAnswer> => {
  const { language } = ctx.viewer;
  const { t } = questionWords(language);
  const guide = {
    name: t('questions.guide.title'),
    columns: [
      { title: '', width: 28 },
      { title: '', width: 100 },
    ],
    rows: guideRows(language),
  };
  const sheets = { main: t('questions.file'), others: [guide] };
  return answerFile(writeTemplate(language), t('questions.template'), input.format, sheets);
};
