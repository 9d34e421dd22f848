import { enqueueMany } from '../../platform/jobs.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { DEADLINE_DAYS } from '@sergak/contract/learning/limits.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import type { LearnerSelection } from '@sergak/contract/learning/learning.schema.ts';
import { z } from 'zod';
import { bulkAction, runInBulk, tallyPeople, type BulkOutcome } from '../../platform/bulk.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { resolveSelection } from '../directory/public.ts';
import { announce } from './announce.ts';
import { requireLearners, requireOpenAssignment } from './assignments.service.ts';
import * as query from './learning.query.ts';
import * as repo from './learning.repo.ts';

/** The organisation of this transaction, and the current date in its time zone. */
export const todayOf = async (tx: Tx) => {
  const { id, time_zone } = await query.findLearningOrganization(tx);
  return { organizationId: id, today: dayIn(now(), time_zone) };
};

/** Adds people to an open assignment; they get its dates, but never a start in the past. */
export const enrolment = bulkAction({
  kind: 'enrol_people',
  detail: z.strictObject({ assignment_id: z.uuid(), need_message: z.boolean() }),
  step: async ({ tx }, { people, detail }) => {
    const assignment = await requireOpenAssignment({ tx }, detail.assignment_id);
    await repo.lockAssigning(tx, assignment.course_id);
    const free = (await query.withoutCourse(tx, assignment.course_id, people)).map((person) => person.id);
    const { today } = await todayOf(tx);
    const startDate = assignment.start_date > today ? assignment.start_date : today;
    const added = await repo.insertLearners(tx, {
      assignmentId: assignment.id,
      stepsTotal: await query.stepsTotalOf(tx, assignment.course_version_id),
      startDate,
      deadline: assignment.deadline < startDate ? addDays(startDate, DEADLINE_DAYS) : assignment.deadline,
      employeeIds: free,
      emails: detail.need_message ? 'all' : 'none',
    });
    await announce(tx, added, detail.need_message);
    return tallyPeople(people, added);
  },
});

type Enrolling = {
  id: string;
  title: string;
  meant: readonly string[];
  people: readonly string[];
  need_message: boolean;
};
/** Enrols `people`, who do not have the course yet; the rest of `meant` is reported as unchanged. */
export const enrolPeople = (ctx: Ctx, { id, title, meant, people, need_message }: Enrolling) =>
  runInBulk(ctx, enrolment, {
    people,
    detail: { assignment_id: id, need_message },
    target: { kind: 'assignment', id, title },
    skipped: meant.length > people.length ? { unchanged: meant.length - people.length } : {},
  });
/** Details for the audit log: the people of the action, or the task and number of people if it runs as a long task. */
export const auditDetailsOf = ({ people, task_id }: BulkOutcome, ordered: number) =>
  task_id ? { ordered, task_id } : { people, affected: people.length };
const targetOf = ({ id, title }: { id: string; title: string }) => ({ kind: 'assignment', id, title }) as const;
export const longTaskOf = ({ task_id }: BulkOutcome) => (task_id ? { task_id } : {});

/** Adds people to an open assignment. */
export const addPeople = async (ctx: Ctx, input: { id: string; selection: PeopleSelection; need_message: boolean }) => {
  const assignment = await requireOpenAssignment(ctx, input.id);
  const meant = await resolveSelection(ctx, input.selection);
  if (meant.length === 0) throw new AppError('assignment.no_learners');
  await repo.lockAssigning(ctx.tx, assignment.course_id);
  const people = (await query.withoutCourse(ctx.tx, assignment.course_id, meant)).map((person) => person.id);
  const outcome = await enrolPeople(ctx, { ...targetOf(assignment), meant, people, need_message: input.need_message });
  return new Logged(
    { added: outcome.done, ...longTaskOf(outcome) },
    {
      ...targetOf(assignment),
      details: auditDetailsOf(outcome, people.length),
    },
  );
};

/** Removes people from an assignment, with their work on the course. */
export const unenrolment = bulkAction({
  kind: 'unenrol_people',
  detail: z.strictObject({ assignment_id: z.uuid() }),
  step: async ({ tx }, { people, detail }) => {
    const assignment = await requireAssignment(tx, detail.assignment_id);
    const removed = await repo.deleteLearners(tx, assignment.id, people);
    await announce(tx, removed, false);
    return tallyPeople(people, removed);
  },
});
const requireAssignment = async (tx: Tx, id: string) => {
  const assignment = await repo.lockAssignment(tx, id);
  if (!assignment) throw new AppError('assignment.not_found');
  return assignment;
};

export const removeLearners = async (ctx: Ctx, input: { id: string; selection: LearnerSelection }) => {
  const assignment = await requireAssignment(ctx.tx, input.id);
  const people = await requireLearners(ctx, assignment.id, input.selection);
  const outcome = await runInBulk(ctx, unenrolment, {
    people,
    detail: { assignment_id: assignment.id },
    target: targetOf(assignment),
  });
  return new Logged(
    { removed: outcome.done, ...longTaskOf(outcome) },
    {
      ...targetOf(assignment),
      details: auditDetailsOf(outcome, people.length),
    },
  );
};

/** Completes a course for people who learned it elsewhere. Their quiz results and completed steps stay as they are. */
export const manualCompletion = bulkAction({
  kind: 'complete_people',
  detail: z.strictObject({ assignment_id: z.uuid(), reason: z.string(), certificate: z.boolean() }),
  step: async ({ tx }, { people, detail, by }) => {
    const assignment = await requireOpenAssignment({ tx }, detail.assignment_id);
    const { reason, certificate } = detail;
    const learners = await repo.completeLearners(tx, assignment.id, people, { id: by.id, reason, certificate });
    if (certificate)
      await enqueueMany(
        tx,
        'certificates.issue',
        learners.map(({ id }) => ({ learner_id: id })),
      );
    const completed = learners.map((one) => one.employee_id);
    await announce(tx, completed, false);
    return tallyPeople(people, completed);
  },
});

type Completing = { assigned_course_id: string; selection: LearnerSelection; reason: string; certificate: boolean };
/** Records that an administrator knows these learners to have completed the course. */
export const completeManually = async (ctx: Ctx, input: Completing) => {
  const assignment = await requireOpenAssignment(ctx, input.assigned_course_id);
  if (assignment.status === 'planned') throw new AppError('assignment.not_started');
  const people = await requireLearners(ctx, assignment.id, input.selection);
  const { reason, certificate } = input;
  const outcome = await runInBulk(ctx, manualCompletion, {
    people,
    detail: { assignment_id: assignment.id, reason, certificate },
    target: targetOf(assignment),
  });
  return new Logged(
    { completed: outcome.done, ...longTaskOf(outcome) },
    { ...targetOf(assignment), details: { ...auditDetailsOf(outcome, people.length), note: reason } },
  );
};
