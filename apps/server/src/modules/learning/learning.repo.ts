import type { Role } from '@sergak/contract/access/roles.ts';
import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../db-types.ts';
import { now } from '../../platform/clock.ts';
import { hasReminders } from '@sergak/contract/learning/reminder.rules.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { Tx } from '../../platform/db.ts';

/** Serialises assignments of the same course, so that no one gets the course twice. */
export const lockAssigning = async (tx: Tx, courseId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assign:${courseId}`}, 0))`.execute(tx);
};

export type AssignmentValues = {
  courseId: string;
  versionId: string;
  title: string;
  source: 'manual' | 'campaign' | 'tag';
  campaignId: string | null;
  tagActionId: string | null;
  status: 'planned' | 'active';
  startDate: string;
  deadline: string;
  reminders: ReminderRules;
  /** Of a SCORM course. */
  completionRule: CompletionRule | null;
  /** The current day of the organisation: no earlier reminder is sent. */
  today: string;
  createdBy: string | null;
};

/** Rules as they are stored: `{}` if they never remind, so that the index of reminding assignments stays small. */
export const storedReminders = (rules: ReminderRules): string => JSON.stringify(hasReminders(rules) ? rules : {});

export const insertAssignment = async (tx: Tx, a: AssignmentValues): Promise<string> => {
  const row = await tx
    .insertInto('assignments')
    .values({
      course_id: a.courseId,
      course_version_id: a.versionId,
      title: a.title,
      source: a.source,
      campaign_id: a.campaignId,
      tag_action_id: a.tagActionId,
      status: a.status,
      start_date: a.startDate,
      deadline: a.deadline,
      reminders: storedReminders(a.reminders),
      completion_rule: a.completionRule && JSON.stringify(a.completionRule),
      reminders_since: a.today,
      created_by: a.createdBy,
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

export const lockAssignment = (tx: Tx, id: string) =>
  tx.selectFrom('assignments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockOfCampaign = (tx: Tx, campaignId: string) =>
  tx.selectFrom('assignments').selectAll().where('campaign_id', '=', campaignId).forUpdate().executeTakeFirst();

/** The open assignment of a tag's action for this version of its course, locked. */
export const lockAssignmentOfTagAction = (tx: Tx, actionId: string, versionId: string) =>
  tx
    .selectFrom('assignments')
    .selectAll()
    .where('tag_action_id', '=', actionId)
    .where('course_version_id', '=', versionId)
    .where('status', '<>', 'completed')
    .forUpdate()
    .executeTakeFirst();

export const updateAssignmentRow = async (
  tx: Tx,
  id: string,
  changes: Updateable<DB['assignments']>,
): Promise<void> => {
  await tx
    .updateTable('assignments')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
};

export const deleteAssignmentRow = (tx: Tx, id: string) => tx.deleteFrom('assignments').where('id', '=', id).execute();

/** Adds people to an assignment in one statement; returns the ids that were added. */
export const insertLearners = async (
  tx: Tx,
  l: {
    assignmentId: string;
    stepsTotal: number;
    startDate: string;
    deadline: string;
    employeeIds: readonly string[];
    emails: 'all' | 'registered' | 'none';
  },
): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    insert into learners (assignment_id, employee_id, assigned_at, start_date, deadline, steps_total, paused, email_due)
    select ${l.assignmentId}, e.id, ${now()}, ${l.startDate}, ${l.deadline}, ${l.stepsTotal},
      (select paused_at is not null from assignments where id = ${l.assignmentId}),
      case when ${l.emails} = 'all' or (${l.emails} = 'registered' and e.is_registered) then 'assigned' end
    from employees e where e.id = any(${l.employeeIds}::uuid[]) and e.deleted_at is null
    on conflict (assignment_id, employee_id) do nothing returning employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};

export const deleteLearners = async (
  tx: Tx,
  assignmentId: string,
  employeeIds: readonly string[],
): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('learners')
    .where('assignment_id', '=', assignmentId)
    .where(sql<boolean>`employee_id = any(${employeeIds}::uuid[])`)
    .returning('employee_id')
    .execute();
  return rows.map((row) => row.employee_id);
};

/** Sets new dates for learners who have the old dates; returns the ids of the changed people. */
export const updateLearnerDates = async (
  tx: Tx,
  assignmentId: string,
  from: { start_date: string; deadline: string },
  to: { start_date: string; deadline: string },
): Promise<string[]> => {
  const moved = new Set<string>();
  for (const date of ['deadline', 'start_date'] as const) {
    if (from[date] === to[date]) continue;
    const rows = await tx
      .updateTable('learners')
      .set({ [date]: to[date] })
      .where('assignment_id', '=', assignmentId)
      .where(date, '=', from[date])
      .returning('employee_id')
      .execute();
    for (const { employee_id } of rows) moved.add(employee_id);
  }
  return [...moved];
};

/** Ids of all people in these assignments. */
export const peopleOf = async (tx: Tx, assignmentIds: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .selectFrom('learners')
    .select('employee_id')
    .distinct()
    .where(sql<boolean>`assignment_id = any(${assignmentIds}::uuid[])`)
    .execute();
  return rows.map((row) => row.employee_id);
};

/** Copies the state of an assignment to its learners; returns the ids of those people. */
export const pauseLearners = async (tx: Tx, assignmentId: string, paused: boolean): Promise<string[]> => {
  const rows = await tx
    .updateTable('learners')
    .set({ paused })
    .where('assignment_id', '=', assignmentId)
    .returning('employee_id')
    .execute();
  return rows.map((row) => row.employee_id);
};

/** Completes the course for people who have not finished; returns the learners. An assignment email that waits is dropped. */
export const completeLearners = async (
  tx: Tx,
  assignmentId: string,
  employeeIds: readonly string[],
  by: { id: string; reason: string; certificate: boolean },
): Promise<{ id: string; employee_id: string }[]> =>
  tx
    .updateTable('learners')
    .set({
      completed_at: now(),
      progress: 100,
      completed_by: by.id,
      completion_reason: by.reason,
      completion_certificate: by.certificate,
      email_due: null,
    })
    .where('assignment_id', '=', assignmentId)
    .where('completed_at', 'is', null)
    .where(sql<boolean>`employee_id = any(${employeeIds}::uuid[])`)
    .returning(['id', 'employee_id'])
    .execute();

/**
 * Marks a reminder as due for learners who have not finished, or for some of them (`employeeIds`); a waiting email is not
 * duplicated.
 */
export const markReminders = async (
  tx: Tx,
  assignmentId: string,
  employeeIds: readonly string[] | null,
): Promise<number> => {
  const result = await tx
    .updateTable('learners as l')
    .set({ email_due: 'reminder' })
    .where('l.assignment_id', '=', assignmentId)
    .where('l.completed_at', 'is', null)
    .where('l.email_due', 'is', null)
    .$if(employeeIds !== null, (q) => q.where(sql<boolean>`l.employee_id = any(${employeeIds ?? []}::uuid[])`))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('employees as e')
          .whereRef('e.id', '=', 'l.employee_id')
          .where('e.deleted_at', 'is', null)
          .select('e.id'),
      ),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

/** Activates planned assignments whose start day has come; returns their ids. */
export const activateDue = async (tx: Tx, today: string): Promise<string[]> => {
  const rows = await tx
    .updateTable('assignments')
    .set((eb) => ({ status: 'active', version: eb('version', '+', 1) }))
    .where('status', '=', 'planned')
    .where('start_date', '<=', today)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
};

/**
 * Completes active assignments that are past their deadline and that all learners have finished. People's statistics do not
 * change, because a learner who has finished is not behind.
 */
export const completeDue = async (tx: Tx, today: string): Promise<void> => {
  await tx
    .updateTable('assignments as a')
    .set((eb) => ({ status: 'completed', completed_at: now(), version: eb('a.version', '+', 1) }))
    .where('a.status', '=', 'active')
    .where('a.deadline', '<', today)
    .where(
      sql<boolean>`not exists (select from learners l join employees e on e.id = l.employee_id
        where l.assignment_id = a.id and l.completed_at is null and e.deleted_at is null)`,
    )
    .execute();
};

/** The fields of an email about a course, from a learner `l`, an employee `e`, an assignment `a` and a course `c`. */
export const emailColumns = sql`e.id as employee_id, e.email,
  case when e.first_name = '' then e.full_name else e.first_name end as name, e.language, e.role, e.is_registered,
  a.id as assignment_id, a.title, c.minutes, l.deadline, l.progress, a.source = 'campaign' or exists (
    select from tag_actions x join tags g on g.id = x.tag_id where x.id = a.tag_action_id and g.type = 'risk_group') as tells_result`;
export type CourseEmailRow = {
  kind: 'assigned' | 'reminder';
  employee_id: string;
  email: string;
  name: string;
  language: 'ru' | 'en' | 'uz' | null;
  role: Role;
  is_registered: boolean;
  /** Whether the person was removed meanwhile. */
  gone: boolean;
  assignment_id: string;
  title: string;
  minutes: number;
  deadline: string;
  progress: number;
  /** Whether the course was assigned because of a result of a simulation, or of the level of risk. */
  tells_result: boolean;
};

/** Takes up to `limit` due emails, so that no other worker takes them; a rollback makes them due again. */
export const takeEmails = async (tx: Tx, limit: number): Promise<CourseEmailRow[]> => {
  const { rows } = await sql<CourseEmailRow>`
    with due as (
      select l.id from learners l join assignments a on a.id = l.assignment_id
      where l.email_due is not null and a.status = 'active' and a.paused_at is null
      order by l.assigned_at limit ${limit} for update of l skip locked)
    update learners l set email_due = null
    from due, learners old, assignments a, courses c, employees e
    where l.id = due.id and old.id = l.id and a.id = l.assignment_id and c.id = a.course_id and e.id = l.employee_id
    returning old.email_due as kind, e.deleted_at is not null as gone, ${emailColumns}`.execute(tx);
  return rows;
};
