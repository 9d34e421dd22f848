import { figures, type FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportCategory } from '@sergak/contract/reports/reports.rules.ts';
import { rendererOf } from '../../src/modules/reports/kinds.ts';
import type { PdfSpec, ReportBlock } from '../../src/modules/reports/pdf/report-blocks.ts';
import type { ReportTask } from '../../src/modules/reports/reports.repo.ts';
import { inOrganization, platform } from '../app.ts';
import type { FiguresOrganization } from './organizations.ts';
import type { Reading } from './readings.ts';
import { flatBlocks, numberIn, pdfTables, xlsxTables, type ReportTableView } from './report-tables.ts';

const PERIOD = '90d';
/** Figures that are shares themselves. */
const shares: readonly string[] = [
  'incident_risk',
  'progress',
  'expected',
  '_share',
  'score',
  'indicator',
  'points',
  'incident_risk_always',
];
const isShare = (figure: FigureId): boolean => shares.some((one) => figure.endsWith(one));
const withPeriod = (figure: FigureId, of: string): string =>
  figures[figure].period === 'period' && figure.startsWith('period_') ? `${of} ${PERIOD}` : of;

const reading = (place: string, of: string, figure: FigureId, value: number | null, share: boolean): Reading => ({
  figure,
  place,
  value,
  of: share && !isShare(figure) ? `${withPeriod(figure, of)} share` : withPeriod(figure, of),
});
const fromText = (place: string, of: string, figure: FigureId | undefined, text: string): Reading[] => {
  const number = numberIn(text);
  return figure && number ? [reading(place, of, figure, number.value, number.share)] : [];
};

/** What one block of a PDF shows about the subject of the report. */
const blockReadings = (place: string, of: string, block: ReportBlock): Reading[] => {
  const measured = (one: { figure: FigureId; value: number }, about = of) =>
    reading(place, about, one.figure, one.value, false);
  if (block.type === 'tiles') return block.tiles.flatMap((one) => fromText(place, of, one.figure, one.value));
  if (block.type === 'funnel') return block.steps.map((one) => measured(one));
  if (block.type === 'donut')
    return [
      ...block.parts.map((one) => measured(one)),
      ...fromText(place, of, block.center_figure, block.center ?? ''),
    ];
  if (block.type === 'bars')
    return block.items.flatMap((one) => {
      if (one.figure === 'campaign_system') return [measured(one, `${of} / system ${one.label}`)];
      return one.figure.startsWith('people_') ? [measured(one)] : [];
    });
  if (block.type !== 'line' || block.series.length !== 1) return [];
  const { figure, values } = block.series[0]!;
  return values.map((value, i) => reading(place, `${of} ${block.days![i]!}`, figure, value, false));
};

/** What the cover, the tiles and the charts of a PDF show. */
const chartReadings = (place: string, of: string, spec: PdfSpec): Reading[] => [
  ...(spec.cover?.facts ?? []).flatMap((one) => fromText(place, of, one.figure, one.value)),
  ...flatBlocks(spec.blocks).flatMap((block) => blockReadings(place, of, block)),
];

/** Whose figure a cell is; null: it is compared nowhere. */
type SubjectOf = (row: readonly string[], column: number, figure: FigureId) => string | null;
type Subjects = Readonly<Record<string, SubjectOf>>;

const tableReadings = (place: string, tables: readonly ReportTableView[], subjects: Subjects): Reading[] =>
  tables.flatMap(({ name, cells }) => {
    const subject = Object.entries(subjects).find(([title]) => name.startsWith(title))?.[1];
    if (!subject) return [];
    return cells.flatMap((row) =>
      row.flatMap(({ figure, value, text }, column): Reading[] => {
        const of =
          figure &&
          subject(
            row.map((one) => one.text),
            column,
            figure,
          );
        if (!figure || of === null || of === '') return [];
        if (typeof value === 'number') {
          const fraction = place.endsWith('XLSX') && isShare(figure);
          return [reading(place, of, figure, fraction ? value * 100 : value, false)];
        }
        return fromText(place, of, figure, text);
      }),
    );
  });

/** A report as it is made, for the usual period. */
const task = (org: FiguresOrganization, category: ReportCategory, subject: string): ReportTask =>
  ({
    id: subject,
    category,
    format: 'pdf',
    title: 'Отчёт',
    status: 'in_progress',
    created_by: org.administrator.id,
    subject_id: subject,
    params: { language: 'ru', time_zone: 'Asia/Tashkent', asked_by: 'Проверка', subject_id: subject },
  }) as unknown as ReportTask;

export const pdfOf = async (org: FiguresOrganization, category: ReportCategory, subject: string): Promise<PdfSpec> => {
  const on = await platform();
  return inOrganization(
    org.id,
    'read',
    async (tx) => (await rendererOf(category, 'pdf')(tx, task(org, category, subject), on))!,
  );
};
/** The workbook of a report. */
export const xlsxBytes = async (
  org: FiguresOrganization,
  category: ReportCategory,
  subject: string,
): Promise<Uint8Array> => {
  const path = join(await mkdtemp(join(tmpdir(), 'figures-')), 'report.xlsx');
  await inOrganization(org.id, 'read', (tx) => rendererOf(category, 'xlsx')(tx, task(org, category, subject), path));
  return new Uint8Array(await readFile(path));
};
const xlsxOf = async (org: FiguresOrganization, category: ReportCategory, subject: string) =>
  xlsxTables(await xlsxBytes(org, category, subject));

const person = (row: readonly string[]): string => `person ${row[0]}`;
type Named = { readonly id: string; readonly title: string };
export type ReportSubjects = Record<'campaigns' | 'assignments' | 'departments' | 'people', readonly Named[]>;

const overview = async (org: FiguresOrganization): Promise<Reading[]> => {
  const spec = await pdfOf(org, 'pdf', org.id);
  const place = 'overview PDF';
  return [
    ...chartReadings(place, 'organization', spec),
    ...tableReadings(place, pdfTables(spec), {
      'Фишинг за': (_row, column) => (column < 3 ? 'organization' : column === 3 ? 'organization before' : null),
      'По отделам': (row) => `department ${row[0]}`,
    }),
  ];
};

const departmentTables = (title: string): Subjects => ({
  'Отдел и организация': (_row, column, figure) =>
    column === 1 ? `department ${title}` : figure.startsWith('people') ? null : 'organization',
  Подразделения: (row) => `department ${row[0]}`,
  Сотрудники: person,
});
const department = async (org: FiguresOrganization, { id, title }: Named): Promise<Reading[]> => {
  const spec = await pdfOf(org, 'department', id);
  const subjects = departmentTables(title);
  return [
    ...chartReadings(`department PDF (${title})`, `department ${title}`, spec),
    ...tableReadings(`department PDF (${title})`, pdfTables(spec), subjects),
    ...tableReadings(`department (${title}) XLSX`, await xlsxOf(org, 'department', id), subjects),
  ];
};

const campaign = async (org: FiguresOrganization, { id, title }: Named): Promise<Reading[]> => {
  const spec = await pdfOf(org, 'phishing-campaign', id);
  const of = `campaign ${title}`;
  const parts: Subjects = {
    'По отделам': (row) => `${of} / department ${row[0]}`,
    'Письма рассылки': (row) => `${of} / email ${row[0]}`,
    'Как реагировали': () => of,
  };
  const sheets: Subjects = {
    Сводка: (_row, column, figure) =>
      figure === 'campaign_state' || figure === 'campaign_system' ? null : column === 3 && !isShare(figure) ? null : of,
    Отделы: parts['По отделам']!,
    Письма: parts['Письма рассылки']!,
  };
  return [
    ...chartReadings('campaign PDF', of, spec),
    ...tableReadings('campaign PDF', pdfTables(spec), parts),
    ...tableReadings('campaign XLSX', await xlsxOf(org, 'phishing-campaign', id), sheets),
  ];
};

const learnerOf: SubjectOf = (row) => `assignment ${row[2]} / person ${row[0]}`;
const learning = async (org: FiguresOrganization, subjects: ReportSubjects): Promise<Reading[]> => {
  const out: Reading[] = [];
  const progress = await pdfOf(org, 'progress', org.id);
  const tables: Subjects = { 'Назначенные курсы': (row) => `assignment ${row[0]}`, 'Сотрудники и курсы': learnerOf };
  out.push(
    ...chartReadings('progress PDF', 'organization', progress),
    ...tableReadings('progress PDF', pdfTables(progress), tables),
    ...tableReadings('progress XLSX', await xlsxOf(org, 'progress', org.id), tables),
  );
  for (const { id, title } of subjects.assignments) {
    const spec = await pdfOf(org, 'course', id);
    const of = `assignment ${title}`;
    const rows: Subjects = { Сотрудники: (row) => `${of} / ${person(row)}` };
    out.push(
      ...chartReadings('course PDF', of, spec).filter((one) => one.value !== 0 || one.figure !== 'learners_progress'),
      ...tableReadings('course PDF', pdfTables(spec), rows),
      ...tableReadings('course XLSX', await xlsxOf(org, 'course', id), rows),
    );
  }
  for (const { id, title } of subjects.people) {
    const spec = await pdfOf(org, 'courses', id);
    const rows: Subjects = { 'Назначенные курсы': (row) => `assignment ${row[0]} / person ${title}` };
    out.push(
      ...chartReadings('courses of a person PDF', `person ${title}`, spec),
      ...tableReadings('courses of a person PDF', pdfTables(spec), rows),
    );
  }
  return out;
};

/** Every figure of the PDFs and workbooks that a page shows as well. */
export const readReports = async (org: FiguresOrganization, subjects: ReportSubjects): Promise<Reading[]> => {
  const out = [...(await overview(org)), ...(await learning(org, subjects))];
  for (const one of subjects.departments) out.push(...(await department(org, one)));
  for (const one of subjects.campaigns) out.push(...(await campaign(org, one)));
  return out;
};
