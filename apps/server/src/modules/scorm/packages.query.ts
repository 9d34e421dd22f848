import type { ScormCard, ScormCourse } from '@sergak/contract/scorm/packages.schema.ts';
import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { stalledBefore } from '../../platform/stalled.repo.ts';

export type ScormFilter = {
  limit: number;
  offset: number;
  search: string;
  tags: string[];
  sort_by: 'title' | 'created_at';
  sort_order: 'asc' | 'desc';
  archived: boolean;
};

const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

const cards = (tx: Tx) =>
  tx
    .selectFrom('courses as c')
    .innerJoin('scorm_packages as p', 'p.id', 'c.scorm_package_id')
    .where('c.kind', '=', 'scorm')
    .select([
      'c.id',
      sql<'scorm'>`c.kind`.as('kind'),
      'c.title',
      'c.description',
      'c.language',
      'c.minutes',
      sql<string | null>`'/lk/files/' || c.image_file_id::text`.as('image_path'),
      'c.tags',
      'c.archived',
      sql<number>`1`.as('sections_count'),
      sql<number>`1`.as('steps_count'),
      'c.published_version',
      sql<boolean>`not exists (select from course_versions v where v.course_id = c.id
        and v.number = c.published_version and v.published_at >= c.updated_at)`.as('has_changes'),
      'c.version',
      'c.created_at',
      'p.standard',
      'p.edition',
      sql<ScormCard['completion_rule']>`coalesce(c.completion_rule, p.completion_rule)`.as('completion_rule'),
      sql<boolean>`not p.report @> '{"warnings": [{"code": "no_api_calls"}]}'`.as('reports'),
      (eb) =>
        eb
          .selectFrom('assignments as a')
          .innerJoin('learners as l', 'l.assignment_id', 'a.id')
          .whereRef('a.course_id', '=', 'c.id')
          .where('a.status', '<>', 'completed')
          .where('l.completed_at', 'is', null)
          .select(sql<number>`count(*)`.as('n'))
          .$asScalar()
          .as('learners_count'),
    ]);

/** One page of SCORM courses, and their total number. */
export const listScormCourses = async (tx: Tx, f: ScormFilter): Promise<{ data: ScormCard[]; total_count: number }> => {
  const wanted = sql<boolean>`c.kind = 'scorm' and c.archived = ${f.archived}
    and (${f.search} = '' or c.title ilike ${pattern(f.search)}) and c.tags @> ${f.tags}::text[]`;
  const order = f.sort_by === 'title' ? sql`c.title collate "ru-RU-x-icu"` : sql`c.created_at`;
  const data = await cards(tx)
    .where(wanted)
    .orderBy(order, f.sort_order)
    .orderBy('c.id')
    .limit(f.limit)
    .offset(f.offset)
    .execute();
  const { n } = await tx
    .selectFrom('courses as c')
    .where(wanted)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return { data: data as ScormCard[], total_count: n };
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
  return row as ScormCourse | undefined;
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

export type IdleImport = { id: string; organization_id: string; event_id: string };
/** Imports of all organisations that have made no progress for a while. */
export const idleImports = async (tx: SystemTx): Promise<IdleImport[]> => {
  const { rows } = await sql<IdleImport>`
    select i.id, i.organization_id, i.event_id from scorm_imports i
    left join tasks t on t.organization_id = i.organization_id and t.id = i.event_id
    where i.status = 'waiting' and coalesce(t.beat_at, i.created_at) < ${stalledBefore()}
    order by i.created_at limit 200`.execute(tx);
  return rows;
};
