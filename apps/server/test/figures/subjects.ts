import { sql } from 'kysely';
import { inOrganization } from '../app.ts';
import type { FiguresOrganization } from './organizations.ts';
import type { Reading } from './readings.ts';
import type { ReportSubjects } from './reports.ts';

/** What the reports of an organisation can be about. */
export const subjectsOf = (org: FiguresOrganization): Promise<ReportSubjects> =>
  inOrganization(org.id, 'read', async (tx) => {
    const read = async (query: string) =>
      (await sql<{ id: string; title: string }>`${sql.raw(query)}`.execute(tx)).rows;
    return {
      campaigns: await read('select id, name as title from campaigns order by name'),
      assignments: await read('select id, title from assignments order by title'),
      departments: await read('select id, title from departments order by title'),
      people: await read(
        `select id, full_name as title from employees where deleted_at is null and role <> 'pdf_service' order by full_name`,
      ),
    };
  });

const repeated = (titles: readonly string[]): string[] => [
  ...new Set(titles.filter((one, i) => titles.indexOf(one) !== i)),
];

/** Readings about things that their name tells apart: reports name them, and a demo has some names twice. */
export const withUniqueNames = async (
  org: FiguresOrganization,
  readings: readonly Reading[],
): Promise<readonly Reading[]> => {
  const subjects = await subjectsOf(org);
  const emails = await inOrganization(org.id, 'read', async (tx) =>
    (
      await sql<{
        of: string;
      }>`select c.name || ' / email ' || m.name as of from campaign_emails m join campaigns c on c.id = m.campaign_id`.execute(
        tx,
      )
    ).rows.map((row) => row.of),
  );
  const of = (kind: keyof ReportSubjects, word: string) =>
    repeated(subjects[kind].map((one) => one.title)).map((title) => `${word} ${title}`);
  const ambiguous = [
    ...of('campaigns', 'campaign'),
    ...of('assignments', 'assignment'),
    ...of('departments', 'department'),
    ...of('people', 'person'),
    ...repeated(emails),
  ];
  return readings.filter((one) => !ambiguous.some((name) => one.of.includes(name)));
};
