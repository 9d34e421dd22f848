import { type CourseContent, stepsOf } from '@sergak/contract/learning/learning.rules.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import * as query from './library.query.ts';
import * as repo from './library.repo.ts';

/** The complete present content of a course, as a version stores it and learners see it. */
export const snapshotCourse = async (tx: Tx, courseId: string): Promise<CourseContent> => {
  const detail = await query.findCourse(tx, courseId);
  if (!detail) throw new AppError('course.not_found');
  const sections = detail.sections.map(({ id, title, themes }) => ({
    id,
    title,
    themes: themes.map((theme) => ({ id: theme.id, title: theme.title, steps: theme.steps.flatMap(contentStep) })),
  }));
  const ids = [...new Set(sections.flatMap((s) => s.themes.flatMap((t) => t.steps.map((step) => step.module_id))))];
  const modules = await Promise.all(ids.map((id) => query.findModule(tx, id)));
  const { title, description, minutes, image_path } = detail;
  return {
    title,
    description,
    minutes,
    image_path,
    sections,
    modules: modules.flatMap((m) =>
      m ? [{ id: m.id, title: m.title, slides: m.slides, questions: m.questions }] : [],
    ),
  };
};

type DetailStep = NonNullable<
  Awaited<ReturnType<typeof query.findCourse>>
>['sections'][number]['themes'][number]['steps'][number];
const contentStep = (step: DetailStep) => {
  const { id, kind, module_id, pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes } = step;
  return module_id ? [{ id, kind, module_id, pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes }] : [];
};

/** Publishes the course: new assignments get this version, existing assignments keep theirs. */
export const publishCourse = async (tx: Tx, courseId: string): Promise<void> => {
  const content = await snapshotCourse(tx, courseId);
  const total = stepsOf(content).length;
  if (total === 0) throw new AppError('course.not_published');
  await repo.insertVersion(tx, courseId, (await query.lastVersion(tx, courseId)) + 1, content, total);
};
