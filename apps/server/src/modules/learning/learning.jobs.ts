import { DAY, dayIn, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inSystem, type Tx } from '../../platform/db.ts';
import { enqueue, type JobCtx } from '../../platform/jobs.ts';
import { layOutLetter } from '../settings/public.ts';
import { type OutgoingLetter, queueLetters } from '../../platform/outbox.ts';
import { insertLinkToken } from '../session/public.ts';
import { announce } from './announce.ts';
import { finishExpiredAttempts } from './attempts.service.ts';
import * as query from './learning.query.ts';
import * as repo from './learning.repo.ts';
import { courseWords } from './letters.ts';

const LINK_LIFE = 7 * DAY;
const BATCH = 200;

/** Each minute: wakes the organisations where the clock has something to do in learning. */
export const sweepLearning = (platform: Platform): Promise<void> =>
  inSystem(platform.db, async (tx) => {
    for (const id of await query.organizationsWithDueWork(tx, now()))
      await enqueue(tx, 'learning.advance-assignments', { organization_id: id });
  });

/** Planned → active, active → completed, quizzes out of time → finished. Safe to run twice. */
export const advanceAssignments = async (ctx: JobCtx, payload: { organization_id: string }): Promise<void> => {
  await ctx.run('write', async (tx) => {
    const { time_zone } = await query.organizationOf(tx);
    const today = dayIn(now(), time_zone);
    const begun = await repo.activateDue(tx, today);
    await announce(tx, payload.organization_id, await repo.peopleOf(tx, begun), false);
    await finishExpiredAttempts(tx);
    await repo.completeDue(tx, today);
    await enqueue(tx, 'learning.send-letters', payload);
  });
};

/** Puts the letters that learners still have to get into the outbox, a batch a transaction: cut off anywhere, none is doubled. */
export const sendLetters = async (ctx: JobCtx, payload: { organization_id: string }): Promise<void> => {
  let taken = BATCH;
  while (taken === BATCH && !ctx.signal.aborted)
    taken = await ctx.run('write', async (tx) => {
      const organization = await query.organizationOf(tx);
      const letters = await repo.takeLetters(tx, BATCH);
      const written = [];
      for (const letter of letters)
        if (!letter.gone) written.push(await writeLetter(tx, ctx.platform, organization, letter));
      await queueLetters(tx, written);
      return letters.length;
    });
  if (taken === BATCH) throw new Error(`letters about courses go on after the restart (${payload.organization_id})`);
};

type Organization = Awaited<ReturnType<typeof query.organizationOf>>;
type Taken = Awaited<ReturnType<typeof repo.takeLetters>>[number];

const writeLetter = async (
  tx: Tx,
  platform: Platform,
  organization: Organization,
  letter: Taken,
): Promise<Omit<OutgoingLetter, 'organizationId'>> => {
  const language = letter.language ?? organization.language;
  const [year, month, day] = letter.deadline.split('-');
  const words = courseWords({
    letter: letter.letter,
    language,
    name: letter.name,
    title: letter.title,
    minutes: letter.minutes,
    isRegistered: letter.is_registered,
    deadline: `${day}.${month}.${year}`,
    overdue: letter.deadline < dayIn(now(), organization.time_zone),
    started: letter.progress > 0,
  });
  const link = letter.is_registered
    ? `${platform.urls.portal}/lk/user/learning/courses/${letter.assignment_id}`
    : `${platform.urls.portal}/lk/auth/registration/${await insertLinkToken(tx, {
        organizationId: organization.id,
        employeeId: letter.employee_id,
        purpose: 'registration',
        lifetimeMs: LINK_LIFE,
      })}`;
  const { title, paragraphs, button, subject } = words;
  const laidOut = layOutLetter({
    language,
    organization: organization.title,
    brandColor: organization.brand_color,
    title,
    paragraphs,
    button: { label: button, url: link },
  });
  return {
    kind: `course_${letter.letter}`,
    employeeId: letter.employee_id,
    to: letter.email,
    language,
    subject,
    opensAccount: !letter.is_registered,
    ...laidOut,
  };
};
