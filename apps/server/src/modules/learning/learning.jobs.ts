import { isWorkingTime } from '@sergak/contract/campaigns/schedule.rules.ts';
import { DAY, dayIn, dayText, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueue, enqueueIn, type JobCtx } from '../../platform/jobs.ts';
import { layOutEmail } from '../../platform/email-layout.ts';
import { type OutgoingEmail, queueEmails } from '../../platform/outbox.ts';
import { findForcedProvider, insertLinkToken, mustUseProvider } from '../session/public.ts';
import { announce } from './announce.ts';
import { finishExpiredAttempts } from './attempts.service.ts';
import * as query from './learning.query.ts';
import * as repo from './learning.repo.ts';
import { markLearnersReminded, organizationsWithDeadlines, takeReminders } from './reminders.repo.ts';
import { courseEmail } from './course-email.ts';
import { settleNotifications } from '../notifications/public.ts';
import { overdueAssignments } from './waiting.query.ts';

const LINK_LIFE = 7 * DAY;
const BATCH = 200;

/** Runs every minute: queues a job for each organisation with learning work due. */
export const sweepLearning = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const id of await query.organizationsWithDueWork(tx, now()))
      await enqueueIn(tx, id, 'learning.advance-assignments', {});
    for (const organization of await organizationsWithDeadlines(tx))
      if (isWorkingTime(now().getTime(), organization))
        await enqueueIn(tx, organization.id, 'learning.send-reminders', {});
  });

/** Planned → active, active → completed, attempts past their time → finished. Safe to repeat. */
export const advanceAssignments = async (ctx: JobCtx): Promise<void> => {
  await ctx.run('write', async (tx) => {
    const { time_zone } = await query.findLearningOrganization(tx);
    const today = dayIn(now(), time_zone);
    const begun = await repo.activateDue(tx, today);
    await announce(tx, await repo.peopleOf(tx, begun), false);
    await finishExpiredAttempts(tx);
    await repo.completeDue(tx, today);
    await enqueue(tx, 'learning.send-emails', {});
    await settleNotifications(tx, overdueAssignments);
  });
};

/** Queues the due emails to learners, one batch per transaction, so that an interruption never duplicates an email. */
export const sendEmails = async (ctx: JobCtx, payload: { organization_id: string }): Promise<void> => {
  let taken = BATCH;
  while (taken === BATCH && !ctx.signal.aborted)
    taken = await ctx.run('write', async (tx) => {
      const organization = await findSender(tx);
      const emails = await repo.takeEmails(tx, BATCH);
      const written = [];
      for (const email of emails)
        if (!email.gone) written.push(await writeEmail(tx, ctx.platform, organization, email));
      await queueEmails(tx, written);
      return emails.length;
    });
  if (taken === BATCH) throw new Error(`emails about courses go on after the restart (${payload.organization_id})`);
};

/**
 * Sends the reminders that are due today, in working hours only, one batch per transaction. Safe to repeat: each reminder is
 * recorded in the transaction that queues its email.
 */
export const sendReminders = async (ctx: JobCtx): Promise<void> => {
  for (let taken = BATCH; taken === BATCH;) {
    ctx.signal.throwIfAborted();
    taken = await ctx.run('write', async (tx) => {
      const organization = await findSender(tx);
      if (!isWorkingTime(now().getTime(), organization)) return 0;
      const today = dayIn(now(), organization.time_zone);
      const due = await takeReminders(tx, today, organization.time_zone, BATCH);
      const emails = [];
      for (const one of due) emails.push(await writeEmail(tx, ctx.platform, organization, one));
      await queueEmails(tx, emails);
      if (due.length < BATCH) await markLearnersReminded(tx, today);
      return due.length;
    });
  }
};

/** The organisation of the emails, with the identity provider that its people must use. */
const findSender = async (tx: Tx) => {
  const organization = await query.findLearningOrganization(tx);
  return { ...organization, provider: await findForcedProvider(tx, organization.id) };
};
type Sender = Awaited<ReturnType<typeof findSender>>;

const writeEmail = async (
  tx: Tx,
  platform: Platform,
  organization: Sender,
  email: repo.CourseEmailRow,
): Promise<OutgoingEmail> => {
  const language = email.language ?? organization.language;
  const person = { id: email.employee_id, role: email.role };
  const setsPassword =
    !email.is_registered && !(organization.provider && mustUseProvider(organization.provider, person));
  const words = courseEmail({
    kind: email.kind,
    language,
    name: email.name,
    title: email.title,
    minutes: email.minutes,
    isRegistered: !setsPassword,
    deadline: dayText(email.deadline),
    overdue: email.deadline < dayIn(now(), organization.time_zone),
    started: email.progress > 0,
  });
  const link = setsPassword
    ? `${platform.urls.portal}/lk/auth/registration/${await insertLinkToken(tx, {
        organizationId: organization.id,
        employeeId: email.employee_id,
        purpose: 'registration',
        lifetimeMs: LINK_LIFE,
      })}`
    : `${platform.urls.portal}/lk/user/learning/courses/${email.assignment_id}`;
  const { title, paragraphs, button, subject } = words;
  const laidOut = layOutEmail({
    language,
    organization: organization.title,
    brandColor: organization.brand_color,
    title,
    paragraphs,
    button: { label: button, url: link },
  });
  return {
    kind: `course_${email.kind}`,
    employeeId: email.employee_id,
    to: email.email,
    language,
    subject,
    opensAccount: setsPassword,
    tellsResult: email.tells_result,
    ...laidOut,
  };
};
