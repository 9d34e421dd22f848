import type { CourseFigures } from '@sergak/contract/learning/course-figures.schema.ts';
import { type CourseContent, stepsOf } from '@sergak/contract/learning/learning.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { readContents } from './course-content.query.ts';
import * as query from './course-figures.query.ts';
import { findCourseState, findLearningOrganization } from './learning.query.ts';

const find = async (tx: Tx, id: string) => {
  const course = await findCourseState(tx, id);
  if (!course) throw new AppError('course.not_found');
  return { course, today: dayIn(now(), (await findLearningOrganization(tx)).time_zone) };
};

/** Slides of the material of a step, and the title of its module. */
const materialOf = (content: CourseContent | undefined, stepId: string) => {
  const step = content && stepsOf(content).find((one) => one.id === stepId);
  if (step?.kind !== 'theory') return undefined;
  return content!.modules.find((one) => one.id === step.module_id);
};

/** How a course goes over all its assignments. Texts are those of the newest published version. */
export const courseFigures = async ({ tx }: Ctx, { id }: { id: string }): Promise<CourseFigures> => {
  const { course, today } = await find(tx, id);
  const version = await query.newestVersion(tx, id);
  const content = version === undefined ? undefined : (await readContents(tx, [version])).get(version);
  const texts = new Map(content?.modules.flatMap((one) => one.questions.map((asked) => [asked.id, asked.text])));
  const stops = await query.countStops(tx, id);
  return {
    id,
    title: course.title,
    kind: course.kind as CourseFigures['kind'],
    ...(await query.countCourse(tx, id, today)),
    assignments: await query.countCourseAssignments(tx, id, today),
    questions: (await query.countErrors(tx, id)).map((one) => ({ ...one, text: texts.get(one.id) ?? null })),
    stops: stops.map(({ step_id, slide, people }) => {
      const material = materialOf(content, step_id);
      return {
        step_id,
        title: material?.title ?? null,
        slide: slide + 1,
        slides: material?.slides.length ?? null,
        heading: material?.slides[slide]?.title ?? '',
        people,
      };
    }),
  };
};

type People = { id: string; search: string; limit: number; offset: number };
/** Learners of all assignments of a course. */
export const courseLearners = async ({ tx }: Ctx, { id, ...page }: People) => {
  const { today } = await find(tx, id);
  return query.selectCourseLearners(tx, id, today, page);
};
