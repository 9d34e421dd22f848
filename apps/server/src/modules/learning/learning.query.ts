import {
  reminderRules,
  type AssignmentRow,
  type LearnerRow,
  type LearnerSelection,
  type LearnerState,
} from '@sergak/contract/learning/learning.schema.ts';
import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { sql } from 'kysely';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';
import { after, DAY, iso, now } from '../../platform/clock.ts';
import { audienceOf, hasCourse, learnerStateOn } from '../directory/public.ts';

type Status = AssignmentRow['status'];

/** Learners of an assignment `a`, without removed people. */
const learnersOf = sql`from learners l join employees e on e.id = l.employee_id and e.deleted_at is null where l.assignment_id = a.id`;

/** Days over which the change of progress in a list is counted. */
const CHANGE_DAYS = 7;
/**
 * The work of learners, in percent of a learner's course: each completed step, and for a manual completion the rest of the
 * course at once. Together 100 for each learner who has finished.
 */
const work = sql`(
  select p.learner_id, p.completed_at as at, 100.0 / x.steps_total as done
  from step_progress p join learners x on x.id = p.learner_id where p.completed_at is not null
  union all
  select id, completed_at, 100.0 * (1 - completed_steps::numeric / steps_total) from learners where completed_by is not null)`;

/** Progress that learners of an assignment `a` made since `at`, as a share of all its work, in percent. */
const progressSince = (at: Date) => sql<number>`(
  select coalesce(round(sum(w.done) filter (where w.at > ${iso(at)}::timestamptz) / nullif(count(distinct l.id), 0), 2), 0)
  from learners l join employees e on e.id = l.employee_id and e.deleted_at is null left join ${work} w on w.learner_id = l.id
  where l.assignment_id = a.id)`;

const rows = (tx: Tx, today: string) =>
  tx
    .selectFrom('assignments as a')
    .innerJoin('courses as c', 'c.id', 'a.course_id')
    .innerJoinLateral(
      () =>
        sql<{ progress: number; learners_count: number; completed_count: number }>`(
          select coalesce(round(avg(l.progress), 2), 0) as progress, count(*) as learners_count,
            count(*) filter (where l.completed_at is not null) as completed_count ${learnersOf})`.as('n'),
      (join) => join.onTrue(),
    )
    .select([
      'a.id',
      'c.kind',
      'a.title',
      'a.status',
      'a.source',
      sql<string | null>`case a.source when 'campaign' then (select k.name from campaigns k where k.id = a.campaign_id)
        when 'tag' then (select t.title from tag_actions x join tags t on t.id = x.tag_id where x.id = a.tag_action_id) end`.as(
        'source_title',
      ),
      'a.paused_at',
      sql<string | null>`'/lk/files/' || coalesce(a.image_file_id, c.image_file_id)::text`.as('image_path'),
      progressSince(after(now(), -CHANGE_DAYS * DAY)).as('progress_change'),
      audienceOf.as('audience'),
      'a.start_date',
      'a.deadline',
      'a.created_at',
      'a.completed_at',
      'a.version',
      sql<
        AssignmentRow['course']
      >`jsonb_build_object('id', c.id, 'title', c.title, 'image_path', '/lk/files/' || c.image_file_id::text)`.as(
        'course',
      ),
      sql<boolean>`a.status = 'active' and a.paused_at is null and a.deadline < ${today}::date and n.completed_count < n.learners_count`.as(
        'overdue',
      ),
      'n.progress',
      'n.learners_count',
      'n.completed_count',
    ]);

export type AssignmentFilter = {
  limit: number;
  offset: number;
  search: string;
  /** Undefined: all. */
  status?: Status;
  kind: CourseKind | 'all';
  sort_by: 'created_at' | 'deadline' | 'title' | 'progress';
  sort_order: 'asc' | 'desc';
};
const orders = {
  created_at: sql`a.created_at`,
  deadline: sql`a.deadline`,
  title: sql`a.title collate "ru-RU-x-icu"`,
  progress: sql`n.progress`,
};

/** One page of assignments of one status, and the number of assignments per status. */
export const selectAssignments = async (tx: Tx, f: AssignmentFilter, today: string) => {
  const found = sql<boolean>`${inSearchText(sql`a.search_text`, f.search)}
    and (${f.kind} = 'all' or exists (select from courses k where k.id = a.course_id and k.kind = ${f.kind}))`;
  const { status } = f;
  const data = await rows(tx, today)
    .$if(status !== undefined, (q) => q.where('a.status', '=', status!))
    .where(found)
    .orderBy(orders[f.sort_by], f.sort_order)
    .orderBy('a.id')
    .limit(f.limit)
    .offset(f.offset)
    .execute();
  const tally = await tx
    .selectFrom('assignments as a')
    .where(found)
    .select(['a.status', sql<number>`count(*)`.as('n')])
    .groupBy('a.status')
    .execute();
  const count = (status: Status) => tally.find((row) => row.status === status)?.n ?? 0;
  const counts = { planned: count('planned'), active: count('active'), completed: count('completed') };
  const total_count = status === undefined ? counts.planned + counts.active + counts.completed : counts[status];
  return { data: data as AssignmentRow[], total_count, counts };
};

/** Overdue assignments, those with the earliest deadline first, each with the end of its last day. */
export const listOverdue = async (tx: Tx, today: string, limit: number) => {
  const found = await rows(tx, today)
    .innerJoin('organizations as o', 'o.id', 'a.organization_id')
    .select(sql<string>`(a.deadline + 1)::timestamp at time zone o.time_zone`.as('ended_at'))
    .where('a.status', '=', 'active')
    .where('a.paused_at', 'is', null)
    .where(sql<boolean>`a.deadline < ${today}::date`)
    .where(sql<boolean>`n.completed_count < n.learners_count`)
    .orderBy('a.deadline')
    .orderBy('a.id')
    .limit(limit)
    .execute();
  return found;
};

export const findAssignment = async (tx: Tx, id: string, today: string) => {
  const found = await rows(tx, today)
    .innerJoin('course_versions as v', 'v.id', 'a.course_version_id')
    .leftJoin('employees as author', 'author.id', 'a.created_by')
    .select([
      'v.steps_total',
      'v.number as course_version',
      'a.campaign_id',
      'a.reminders',
      sql<CompletionRule | null>`case c.kind when 'scorm' then coalesce(a.completion_rule, (
        select p.completion_rule from course_version_packages k join scorm_packages p on p.id = k.package_id
        where k.course_version_id = v.id limit 1)) end`.as('completion_rule'),
      'author.full_name as created_by',
    ])
    .where('a.id', '=', id)
    .executeTakeFirst();
  return found && { ...found, reminders: reminderRules.parse(found.reminders) };
};

/** The rule of a SCORM course for new assignments; null for a course of slides and quizzes. */
export const ruleOfCourse = async (tx: Tx, courseId: string): Promise<CompletionRule | null> => {
  const { rows } = await sql<{ rule: CompletionRule | null }>`
    select coalesce(c.completion_rule, p.completion_rule) as rule
    from courses c join scorm_packages p on p.id = c.scorm_package_id where c.id = ${courseId} and c.kind = 'scorm'`.execute(
    tx,
  );
  return rows[0]?.rule ?? null;
};

/** Kind of the course of an assignment; undefined if the assignment does not exist. */
export const kindOf = async (tx: Tx, id: string): Promise<CourseKind | undefined> =>
  (
    await tx
      .selectFrom('assignments as a')
      .innerJoin('courses as c', 'c.id', 'a.course_id')
      .select('c.kind')
      .where('a.id', '=', id)
      .executeTakeFirst()
  )?.kind as CourseKind | undefined;

/** Who completed the course for learner `l`, and why; null if nobody did. */
export const findManualCompletion = sql<
  LearnerRow['manual']
>`case when l.completed_by is not null then jsonb_build_object(
  'by', (select b.full_name from employees b where b.id = l.completed_by),
  'reason', coalesce(l.completion_reason, ''), 'certificate', l.completion_certificate) end`;

export type LearnerFilter = {
  id: string;
  limit: number;
  offset: number;
  search: string;
  state?: LearnerState;
  sort_by: 'name' | 'progress' | 'deadline' | 'completed_at';
  sort_order: 'asc' | 'desc';
};
const learnerOrders = {
  name: sql`e.full_name collate "ru-RU-x-icu"`,
  progress: sql`l.progress`,
  deadline: sql`l.deadline`,
  completed_at: sql`l.completed_at`,
};

/** Learners of an assignment that match the list's filter. */
const learnersFound = (tx: Tx, f: Pick<LearnerFilter, 'id' | 'search' | 'state'>, today: string) =>
  tx
    .selectFrom('learners as l')
    .innerJoin('assignments as a', 'a.id', 'l.assignment_id')
    .innerJoin('employees as e', 'e.id', 'l.employee_id')
    .innerJoin('departments as d', 'd.id', 'e.department_id')
    .where('l.assignment_id', '=', f.id)
    .where('e.deleted_at', 'is', null)
    .where(inSearchText(sql`e.search_text`, f.search))
    .$if(f.state !== undefined, (q) => q.where(sql<boolean>`${learnerStateOn(today)} = ${f.state}`));

/** Ids of the learners in a selection. */
export const selectedLearners = async (tx: Tx, id: string, s: LearnerSelection, today: string): Promise<string[]> => {
  const rows = await learnersFound(tx, s.all ? { id, search: s.search, state: s.state } : { id, search: '' }, today)
    .where(
      s.all
        ? sql<boolean>`l.employee_id <> all(${s.ids.exclude_ids}::uuid[])`
        : sql<boolean>`l.employee_id = any(${s.ids.include_ids}::uuid[])`,
    )
    .select('l.employee_id')
    .execute();
  return rows.map((row) => row.employee_id);
};

export const selectLearners = async (
  tx: Tx,
  f: LearnerFilter,
  today: string,
): Promise<{ data: LearnerRow[]; total_count: number }> => {
  const wanted = learnersFound(tx, f, today);
  const state = learnerStateOn(today);
  const data = await wanted
    .select([
      'l.employee_id',
      'e.full_name',
      'e.email',
      'e.position',
      'e.is_registered',
      'l.progress',
      'l.completed_steps',
      'l.steps_total',
      'l.deadline',
      'l.assigned_at',
      'l.started_at',
      'l.completed_at',
      findManualCompletion.as('manual'),
      state.as('state'),
      sql<LearnerRow['department']>`jsonb_build_object('id', d.id, 'title', d.title)`.as('department'),
    ])
    .orderBy(sql`${learnerOrders[f.sort_by]} ${sql.raw(f.sort_order)} nulls last`)
    .orderBy('l.id')
    .limit(f.limit)
    .offset(f.offset)
    .execute();
  const { n } = await wanted.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  return { data, total_count: n };
};

/** Number of learners in each state. */
export const countGroups = async (tx: Tx, id: string, today: string) => {
  const { rows: found } = await sql<{ state: LearnerState; n: number }>`
    select ${learnerStateOn(today)} as state, count(*) as n from learners l join assignments a on a.id = l.assignment_id
    join employees e on e.id = l.employee_id and e.deleted_at is null
    where l.assignment_id = ${id} group by 1`.execute(tx);
  const count = (state: LearnerState) => found.find((row) => row.state === state)?.n ?? 0;
  return {
    not_started: count('not_started'),
    in_progress: count('in_progress'),
    likely_late: count('likely_late'),
    completed: count('completed'),
    behind: count('behind'),
    total: found.reduce((sum, row) => sum + row.n, 0),
  };
};

export const selectProgress = async (tx: Tx, id: string, today: string) => {
  const { rows: found } = await sql<{
    progress: number;
    expected: number;
    learners_count: number;
    completed_count: number;
  }>`
    select coalesce(round(avg(l.progress), 2), 0) as progress, count(*) as learners_count,
      count(*) filter (where l.completed_at is not null) as completed_count,
      coalesce(round(avg(least(100.0, 100.0 * greatest(0, ${today}::date - l.start_date) / (l.deadline - l.start_date + 1))), 2), 0) as expected
    from learners l join employees e on e.id = l.employee_id and e.deleted_at is null where l.assignment_id = ${id}`.execute(
    tx,
  );
  return found[0]!;
};

/** Share of the assignment's total work done on each day, in percent; days without work are omitted. */
export const readDailyWork = async (tx: Tx, id: string, timeZone: string) => {
  const { rows: found } = await sql<{ date: string; done: number }>`
    select (w.at at time zone ${timeZone})::date as date,
      round(sum(w.done) / (select greatest(1, count(*)) from learners x join employees y on y.id = x.employee_id and y.deleted_at is null where x.assignment_id = ${id}), 4) as done
    from ${work} w join learners l on l.id = w.learner_id
    join employees e on e.id = l.employee_id and e.deleted_at is null
    where l.assignment_id = ${id} group by 1 order by 1`.execute(tx);
  return found;
};

/** The given people who do not have the course yet. */
export const withoutCourse = (tx: Tx, courseId: string, employeeIds: readonly string[]) =>
  tx
    .selectFrom('employees as e')
    .select(['e.id', 'e.is_registered'])
    .where(sql<boolean>`e.id = any(${employeeIds}::uuid[])`)
    .where('e.deleted_at', 'is', null)
    .where(sql<boolean>`not ${hasCourse(courseId)}`)
    .execute();

/**
 * Organisations with work due: an assignment begins, an assignment is past its deadline and finished by all, an attempt is past
 * its time, or an email waits. Crosses tenants: the sweep serves the whole installation.
 */
export const organizationsWithDueWork = async (tx: SystemTx, at: Date): Promise<string[]> => {
  const { rows: found } = await sql<{ id: string }>`
    select o.id from organizations o cross join lateral (select (${iso(at)}::timestamptz at time zone o.time_zone)::date as today) t
    where exists (select from assignments a where a.organization_id = o.id and a.status = 'planned' and a.start_date <= t.today)
       or exists (select from assignments a where a.organization_id = o.id and a.status = 'active' and a.deadline < t.today
            and not exists (select from learners l join employees e on e.id = l.employee_id
              where l.assignment_id = a.id and l.completed_at is null and e.deleted_at is null))
       or exists (select from quiz_attempts q where q.organization_id = o.id and q.completed_at is null and q.ends_at < ${iso(at)}::timestamptz)
       or exists (select from learners l join assignments a on a.id = l.assignment_id
            where l.organization_id = o.id and l.email_due is not null and a.status = 'active' and a.paused_at is null)`.execute(
    tx,
  );
  return found.map((row) => row.id);
};

export const stepsTotalOf = async (tx: Tx, versionId: string): Promise<number> =>
  (await tx.selectFrom('course_versions').select('steps_total').where('id', '=', versionId).executeTakeFirstOrThrow())
    .steps_total;

export const findCourseState = (tx: Tx, courseId: string) =>
  tx.selectFrom('courses').select(['archived', 'kind', 'title']).where('id', '=', courseId).executeTakeFirst();

export const findLearningOrganization = (tx: Tx) =>
  tx
    .selectFrom('organizations')
    .select(['id', 'title', 'language', 'brand_color', 'time_zone', 'work_from', 'work_to', 'work_days', 'holidays'])
    .executeTakeFirstOrThrow();
