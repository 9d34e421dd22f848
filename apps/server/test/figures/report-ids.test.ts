import { expect, test } from 'vitest';
import type { PdfSpec } from '../../src/modules/reports/pdf/report-blocks.ts';
import { generatedOrganization } from './organizations.ts';
import { flatBlocks, isNumber, pdfTables, xlsxTables, type ReportTableView } from './report-tables.ts';
import { pdfOf, xlsxBytes } from './reports.ts';
import { subjectsOf } from './subjects.ts';

/** Cells that are numbers of no figure. */
const cellsWithout = (tables: readonly ReportTableView[]): string[] =>
  tables.flatMap(({ name, cells }) =>
    cells.flatMap((row) =>
      row.flatMap(({ figure, value, text }) =>
        figure === null && (typeof value === 'number' || isNumber(text)) ? [`${name}: ${row[0]!.text} ${text}`] : [],
      ),
    ),
  );

/** Numbers of a PDF without a figure. Tiles, charts and columns of numbers cannot be written without one: it would not compile. */
const numbersWithout = (spec: PdfSpec): string[] => [
  ...(spec.cover?.facts ?? []).flatMap((one) => (!one.figure && isNumber(one.value) ? [one.label] : [])),
  ...flatBlocks(spec.blocks).flatMap((block) => {
    if (block.type === 'donut') return block.center && !block.center_figure ? [block.center] : [];
    const texts =
      block.type === 'text' && block.tone === 'lead'
        ? [block.text]
        : block.type === 'list' && block.ordered
          ? block.items
          : [];
    const named = 'figures' in block && block.figures !== undefined;
    return named ? [] : texts.filter((text) => /\d/.test(text));
  }),
  ...cellsWithout(pdfTables(spec)),
];

test('each number of a report carries the id of its figure, in PDF and XLSX', async () => {
  const org = await generatedOrganization(21);
  const { campaigns, assignments, departments, people } = await subjectsOf(org);
  const wanted = [
    ['pdf', [{ id: org.id }]],
    ['progress', [{ id: org.id }]],
    ['compliance', [{ id: org.id }]],
    ['phishing-campaign', campaigns],
    ['course', assignments.slice(0, 2)],
    ['department', departments.slice(0, 2)],
    ['courses', people.slice(0, 2)],
  ] as const;
  const found: string[] = [];
  let figures = 0;
  for (const [kind, subjects] of wanted)
    for (const { id } of subjects) {
      const spec = await pdfOf(org, kind, id);
      found.push(...numbersWithout(spec).map((one) => `${kind} PDF: ${one}`));
      if (kind === 'pdf') continue;
      const sheets = await xlsxTables(await xlsxBytes(org, kind, id));
      found.push(...cellsWithout(sheets).map((one) => `${kind} XLSX: ${one}`));
      figures += sheets.flatMap((one) => one.cells.flat()).filter((one) => one.figure !== null).length;
    }
  expect(found).toEqual([]);
  expect(figures).toBeGreaterThan(200);
}, 60_000);

test('the PDF of a campaign shows the red flags under the email that has them', async () => {
  const org = await generatedOrganization(22);
  const [campaign] = (await subjectsOf(org)).campaigns;
  const blocks = flatBlocks((await pdfOf(org, 'phishing-campaign', campaign!.id)).blocks);
  const flags = blocks.flatMap((one, i) => {
    const before = blocks[i - 1];
    return one.type === 'list' && !one.ordered && before?.type === 'heading' ? [[before.text, ...one.items]] : [];
  });
  expect(flags.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['Письмо attachments 0: Срок пароля', 'Признак attachments'],
    ['Письмо form 0: Срок пароля', 'Признак form'],
  ]);
});
