import type { ScormCard, ScormCourse } from '@sergak/contract/scorm/packages.schema.ts';
import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { courseCards, hasTitle, pageOfCards } from '../library/public.ts';
import { stalledBefore } from '../../platform/stalled-work.repo.ts';

export type ScormFilter = {
  limit: number;
  offset: number;
  search: string;
  tags: string[];
  sort_by: 'title' | 'created_at';
  sort_order: 'asc' | 'desc';
  archived: boolean;
};

/** The cards of SCORM courses with facts of their packages. A package is one section with one step. */
const cards = (tx: Tx) =>
  courseCards(tx)
    .innerJoin('scorm_packages as p', 'p.id', 'c.scorm_package_id')
    .where('c.kind', '=', 'scorm')
    .select([
      'p.standard',
      'p.edition',
      sql<ScormCard['completion_rule']>`coalesce(c.completion_rule, p.completion_rule)`.as('completion_rule'),
      sql<boolean>`not p.report @> '{"warnings": [{"code": "no_api_calls"}]}'`.as('reports'),
    ]);
const asCard = <C>(row: C) => ({ ...row, sections_count: 1, steps_count: 1 });

/** One page of SCORM courses, and their total number. */
export const selectScormCourses = async (
  tx: Tx,
  f: ScormFilter,
): Promise<{ data: ScormCard[]; total_count: number }> => {
  const wanted = sql<boolean>`c.kind = 'scorm' and c.archived = ${f.archived} and ${hasTitle(f.search)}
    and c.tags @> ${f.tags}::text[]`;
  const { data, total_count } = await pageOfCards(tx, cards(tx), wanted, f);
  return { data: data.map(asCard) as ScormCard[], total_count };
};

/** A SCORM course with its package; undefined for a native course. */
export const findScormCourse = async (tx: Tx, id: string): Promise<ScormCourse | undefined> => {
  const row = await cards(tx)
    .where('c.id', '=', id)
    .select([
      'c.score_policy',
      sql<ScormCourse['proposed_rule']>`p.completion_rule`.as('proposed_rule'),
      sql<ScormCourse['package']>`jsonb_build_object('id', p.id, 'title', p.title, 'file_name', p.file_name,
        'created_at', p.created_at, 'report', p.report, 'allowed_hosts', p.allowed_hosts)`.as('package'),
      sql<number>`(select count(*) from assignments a join course_versions v on v.id = a.course_version_id
        where a.course_id = c.id and a.status <> 'completed' and v.number < c.published_version)`.as(
        'assignments_behind',
      ),
    ])
    .executeTakeFirst();
  return row && (asCard(row) as ScormCourse);
};

/** The package that a SCORM course plays now. */
export const findCoursePackage = (tx: Tx, courseId: string) =>
  tx
    .selectFrom('courses as c')
    .innerJoin('scorm_packages as p', 'p.id', 'c.scorm_package_id')
    .select('p.id')
    .where('c.id', '=', courseId)
    .where('c.kind', '=', 'scorm')
    .executeTakeFirst();

/** A package with the files that it consists of, the manifest first. */
export const findPackageFiles = async (tx: Tx, id: string) => {
  const found = await tx
    .selectFrom('scorm_packages')
    .select(['id', 'file_name', 'title'])
    .where('id', '=', id)
    .executeTakeFirst();
  const files = await tx
    .selectFrom('scorm_package_files')
    .select(['path', 'size', 'storage_key'])
    .where('package_id', '=', id)
    .orderBy(sql`lower(path) <> 'imsmanifest.xml'`)
    .orderBy(sql`path collate "C"`)
    .execute();
  return found && { ...found, files };
};

export type IdlePackageImport = { id: string; organization_id: string; task_id: string };
/** Imports of all organisations that have made no progress for a while. */
export const idlePackageImports = async (tx: SystemTx): Promise<IdlePackageImport[]> => {
  const { rows } = await sql<IdlePackageImport>`
    select i.id, i.organization_id, i.task_id from scorm_imports i
    left join tasks t on t.organization_id = i.organization_id and t.id = i.task_id
    where i.status = 'waiting' and coalesce(t.beat_at, i.created_at) < ${stalledBefore()}
    order by i.created_at limit 200`.execute(tx);
  return rows;
};
