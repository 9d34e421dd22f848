import type { JobPayload } from '../../job-table.ts';
import { dayIn, dayText, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { queueEmails } from '../../platform/outbox.ts';
import { endTask, stepTask, TaskCancelled } from '../../platform/tasks.ts';
import { assignCourse } from '../learning/public.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { emailTexts, greeting } from '../../platform/email-texts.ts';
import * as query from './certificates.query.ts';
import * as repo from './certificates.repo.ts';
import { issueCertificates } from './issue.service.ts';

const AT_ONCE = 500;

/** Each minute: queues a job for organisations with reminders due. */
export const sweepCertificates = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const id of await query.organizationsToRemind(tx, now())) await enqueueIn(tx, id, 'certificates.remind', {});
  });

/** Issues the certificate of a learner who has completed a course, if the course gives one. */
export const issue = async (ctx: JobCtx, payload: JobPayload<'certificates.issue'>): Promise<void> => {
  await ctx.run('write', (tx) => issueCertificates(tx, { learnerIds: [payload.learner_id] }));
};

/** Issues the certificates of one course that earlier completions give now, and ends the task. */
export const issueMissingCertificates = async (
  ctx: JobCtx,
  order: JobPayload<'certificates.issue-missing'>,
): Promise<void> => {
  const { task_id, course_id: courseId } = order;
  let done = 0;
  try {
    for (let after: string | null | undefined; after !== null;) {
      ctx.signal.throwIfAborted();
      const { last, issued } = await ctx.run('write', (tx) =>
        issueCertificates(tx, { after: after ?? null, limit: AT_ONCE, courseId }),
      );
      done += issued;
      after = last;
      await stepTask(ctx, task_id, { done });
    }
    await ctx.run('write', (tx) => endTask(tx, task_id, { status: 'success', result: { issued: done } }));
  } catch (error) {
    if (!(error instanceof TaskCancelled) && !ctx.lastAttempt) throw error;
    const message = error instanceof TaskCancelled ? 'task.cancelled' : 'server.failed';
    await ctx.run('write', (tx) => endTask(tx, task_id, { status: 'error', message }));
  }
};

/** Empties the names of people whose data is erased. */
export const forgetCertificatePeople = (
  ctx: JobCtx,
  payload: JobPayload<'certificates.forget-people'>,
): Promise<void> => ctx.run('write', (tx) => repo.forgetNames(tx, payload.employee_ids));

/**
 * Reminds the owners of certificates that end soon, once each, and assigns the course again where its rule asks for it. A batch
 * is one transaction, so that an interruption repeats neither emails nor assignments.
 */
export const remindOfCertificates = async (ctx: JobCtx): Promise<void> => {
  let taken = AT_ONCE;
  while (taken === AT_ONCE && !ctx.signal.aborted)
    taken = await ctx.run('write', async (tx) => {
      const organization = await query.findCertificateOrganization(tx);
      const today = dayIn(now(), organization.time_zone);
      const due = await query.lockReminders(tx, today, AT_ONCE);
      if (due.length === 0) return 0;
      const assigned = await reassign(tx, due, today);
      await repo.markCertificatesReminded(
        tx,
        due.map((one) => one.id),
      );
      await queueEmails(
        tx,
        due.map((one) => emailOf(ctx.platform, organization, one, assigned.get(one.id) ?? null)),
      );
      return due.length;
    });
};

/** Assigns the courses again, until the certificates end. Returns the assignment by the id of the certificate. */
const reassign = async (tx: Tx, due: readonly query.Reminder[], today: string): Promise<Map<string, string>> => {
  const assignmentByKey = new Map<string, string>();
  const groups = Map.groupBy(
    due.filter((one) => one.reassign),
    (one) => `${one.course_id} ${one.valid_until}`,
  );
  for (const group of groups.values()) {
    const { course_id, valid_until } = group[0]!;
    const { assignmentId, added } = await assignCourse(tx, {
      courseId: course_id!,
      employeeIds: group.map((one) => one.employee_id),
      source: 'manual',
      startDate: today,
      deadline: valid_until,
      createdBy: null,
      emails: 'none', // the reminder says it
    });
    if (assignmentId)
      for (const one of group) if (added.includes(one.employee_id)) assignmentByKey.set(one.id, assignmentId);
  }
  return assignmentByKey;
};

const emailOf = (
  platform: Platform,
  organization: Awaited<ReturnType<typeof query.findCertificateOrganization>>,
  one: query.Reminder,
  assignmentId: string | null,
) => {
  const language = one.language ?? organization.language;
  const email = assignmentId === null ? 'email.expires' : 'email.expires_assigned';
  const words = emailTexts(language, 'certificates__server', email, {
    course: one.course_title,
    number: one.number,
    date: dayText(one.valid_until),
  });
  const path = assignmentId ? `/lk/user/learning/courses/${assignmentId}` : '/lk/user/learning';
  return {
    kind: 'certificate_reminder',
    employeeId: one.employee_id,
    to: one.email,
    language,
    subject: words.subject,
    ...layOutEmail({
      language,
      organization: organization.title,
      brandColor: organization.brand_color,
      title: words.title,
      paragraphs: [greeting(language, one.first_name), ...words.paragraphs],
      button: { label: words.button!, url: `${platform.urls.portal}${path}` },
    }),
  };
};
