import { displayName } from '@sergak/contract/employees/employees.rules.ts';
import type { LearnerQuestion } from '@sergak/contract/learning/learner.schema.ts';
import { rightAnswer, type Answer, type CourseContent } from '@sergak/contract/learning/learning.rules.ts';
import { withRandomNumbers } from '../../src/platform/random.ts';
import { adoptCourses } from '../../src/modules/library/public.ts';
import { after, atTime, DAY, dayIn, MINUTE, now } from '../../src/platform/clock.ts';
import type { Platform } from '../../src/platform/context.ts';
import { inTenant } from '../../src/platform/db.ts';
import { act, type Actor } from './act.ts';
import type { DemoOrganization, AddedPerson } from './organization.ts';
import { inDemoTransaction } from './one-transaction.ts';
import type { Random } from './random.ts';

const zone = 'Asia/Tashkent';

/** The organization's copy of a starter course. */
export const courseOf = async (platform: Platform, organization: DemoOrganization, slug: string): Promise<string> =>
  (await adoptCourses(platform, organization.id, [slug])).get(slug)!;

/** Assigns a course as an administrator, without emails. Returns the id of the assignment. */
export const assign = async (
  platform: Platform,
  organization: DemoOrganization,
  courseId: string,
  people: readonly AddedPerson[],
  days: number,
  startsIn = 0,
): Promise<string> => {
  const { id } = await act(platform, organization.owner, 'learning.assign', {
    course_id: courseId,
    selection: { ids: { include_ids: people.map((person) => person.id) } },
    start_date: dayIn(after(now(), startsIn * DAY), zone),
    deadline: dayIn(after(now(), (startsIn + days) * DAY), zone),
    need_message: false,
  });
  return id;
};

const guess = (random: Random, question: LearnerQuestion): Answer => {
  const ids = question.parts.map((part) => part.id);
  if (question.type === 'single') return { option: random.pick(ids) };
  if (question.type === 'multiple') return { options: ids.filter((_, index) => index === 0 || random.chance(0.5)) };
  if (question.type === 'ordering') return { order: [...ids].reverse() };
  if (question.type === 'matching')
    return {
      pairs: ids.map((left, index) => ({ left, right: question.matches[(index + 1) % question.matches.length]!.id })),
    };
  return { text: 'не знаю' };
};

type Key = ReadonlyMap<string, Answer>;

/** Correct answers by question, of the version that the assignment uses. */
export const answerKey = (platform: Platform, organization: DemoOrganization, assignmentId: string): Promise<Key> =>
  inTenant(platform.db, { organizationId: organization.id, readable: [organization.id] }, 'read', async (tx) => {
    const row = await tx
      .selectFrom('assignments as a')
      .innerJoin('course_versions as v', 'v.id', 'a.course_version_id')
      .select('v.content')
      .where('a.id', '=', assignmentId)
      .executeTakeFirstOrThrow();
    const { modules } = row.content as CourseContent;
    return new Map(
      modules.flatMap((module) => module.questions.map((question) => [question.id, rightAnswer(question)] as const)),
    );
  });

/**
 * One person takes a course in one transaction: reads each theory step and takes each quiz, with mistakes according to the person's
 * care, and repeats a failed quiz once. Stops after `share` of the steps. `random` also draws the questions.
 */
export const study = (platform: Platform, organization: DemoOrganization, ...args: LearnArgs): Promise<void> =>
  withRandomNumbers(args[3].next, () =>
    inDemoTransaction(platform, organization.id, (within) => learn(within, organization, ...args)),
  );
type LearnArgs = [person: AddedPerson, assignmentId: string, key: Key, random: Random, share?: number];

const learn = async (
  platform: Platform,
  organization: DemoOrganization,
  person: AddedPerson,
  assignmentId: string,
  key: Key,
  random: Random,
  share = 1,
): Promise<void> => {
  const actor: Actor = {
    id: person.id,
    name: displayName(person),
    role: 'employee',
    organizationId: organization.id,
  };
  let clock = now();
  const later = <T>(minutes: number, work: () => Promise<T>) => {
    clock = after(clock, minutes * MINUTE);
    return atTime(clock, work);
  };
  const course = await act(platform, actor, 'learner.course', { id: assignmentId });
  const steps = course.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));
  const knows = 0.72 + 0.25 * person.care;
  for (const step of steps.slice(0, Math.ceil(steps.length * share))) {
    if (step.kind === 'theory') {
      const at = { id: assignmentId, step_id: step.id };
      const sequence = steps.indexOf(step) + 1;
      await later(4 + random.below(6), async () => {
        await act(platform, actor, 'learner.save-position', { ...at, slide: step.slides_count, sequence });
        await act(platform, actor, 'learner.complete-theory', at);
      });
      continue;
    }
    for (let tries = 0; tries < 3; tries += 1) {
      const attempt = await later(1, () =>
        act(platform, actor, 'learner.create-attempt', { id: assignmentId, step_id: step.id }),
      );
      for (const [index, question] of attempt.questions.entries()) {
        const answer = random.chance(knows + tries * 0.1)
          ? (key.get(question.id) ?? guess(random, question))
          : guess(random, question);
        await later(0.5, () =>
          act(platform, actor, 'learner.answer', {
            id: assignmentId,
            attempt_id: attempt.attempt_id,
            question_id: question.id,
            answer,
            sequence: index + 1,
          }),
        );
      }
      const { passed } = await later(0.3, () =>
        act(platform, actor, 'learner.complete-attempt', { id: assignmentId, attempt_id: attempt.attempt_id }),
      );
      if (passed) break;
    }
  }
};
