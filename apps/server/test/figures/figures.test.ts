import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inOrganization } from '../app.ts';
import { generatedOrganization, type FiguresOrganization } from './organizations.ts';
import { readPages } from './pages.ts';
import { contradictionsIn, countCompared } from './readings.ts';
import { readReports, type ReportSubjects } from './reports.ts';

const subjectsOf = (org: FiguresOrganization): Promise<ReportSubjects> =>
  inOrganization(org.id, 'read', async (tx) => {
    const read = async (query: string) => (await sql<{ id: string; title: string }>`${sql.raw(query)}`.execute(tx)).rows;
    return {
      campaigns: await read('select id, name as title from campaigns order by name'),
      assignments: await read('select id, title from assignments order by title'),
      departments: await read('select id, title from departments order by title'),
      people: await read(
        `select id, full_name as title from employees where deleted_at is null and role <> 'pdf_service' order by full_name`,
      ),
    };
  });

test.each([1, 2, 3])('every figure has one value in all pages, PDFs and workbooks (organisation %i)', async (seed) => {
  const org = await generatedOrganization(seed);
  const readings = [...(await readPages(org)), ...(await readReports(org, await subjectsOf(org)))];
  expect(contradictionsIn(readings)).toEqual([]);
  expect(countCompared(readings)).toBeGreaterThan(300);
}, 60_000);
