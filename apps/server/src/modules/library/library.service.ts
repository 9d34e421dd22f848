import type { Ctx } from '../../platform/context.ts';
import { Logged } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as query from './library.query.ts';
import * as repo from './library.repo.ts';

type ListInput = Omit<query.CourseFilter, 'archived'>;

export const listCourses = (ctx: Ctx, input: ListInput) => query.listCourses(ctx.tx, { ...input, archived: false });
export const listArchivedCourses = (ctx: Ctx, input: ListInput) =>
  query.listCourses(ctx.tx, { ...input, archived: true });
/** Courses for a picker: active or archived. */
export const listCoursesForPicker = (ctx: Ctx, input: query.CourseFilter) => query.listCourses(ctx.tx, input);

export const getCourse = async (ctx: Ctx, input: { id: string }) => {
  const course = await query.findCourse(ctx.tx, input.id);
  if (course?.kind !== 'native') throw new AppError('course.not_found');
  return course;
};

export const listModules = (ctx: Ctx, input: { limit: number; offset: number; search: string }) =>
  query.listModules(ctx.tx, input);

export const getModule = async (ctx: Ctx, input: { id: string }) => {
  const found = await query.findModule(ctx.tx, input.id);
  if (!found) throw new AppError('module.not_found');
  return found;
};

export const listThemes = async (ctx: Ctx, input: { search: string }) => ({
  data: await query.listThemes(ctx.tx, input.search),
});

/** Locks the course; throws if it changed since the caller read it. */
const lockCourseVersion = async (ctx: Ctx, id: string, version: number) => {
  const course = await repo.lockCourse(ctx.tx, id);
  if (!course) throw new AppError('course.not_found');
  if (course.version !== version) throw new AppError('common.stale_version', { current: course.version });
  return course;
};

/** Changes the title, description and duration of a course. Existing assignments keep their title. */
export const updateCourse = async (
  ctx: Ctx,
  input: { id: string; title: string; description: string; minutes?: number; version: number },
) => {
  const course = await lockCourseVersion(ctx, input.id, input.version);
  const { title, description, minutes = course.minutes } = input;
  await repo.updateCourse(ctx.tx, course.id, { title, description, minutes });
  const changes = {
    title: [course.title, title],
    description: [course.description, description],
    minutes: [course.minutes, minutes],
  } as const;
  return new Logged(await getCourse(ctx, input), { kind: 'course', id: course.id, title, changes });
};

/** Archives or restores a course. Existing assignments continue. */
export const archiveCourse = async (ctx: Ctx, input: { id: string; archived: boolean; version: number }) => {
  const course = await lockCourseVersion(ctx, input.id, input.version);
  await repo.updateCourse(ctx.tx, course.id, { archived: input.archived });
  return new Logged(await getCourse(ctx, input), {
    kind: 'course',
    id: course.id,
    title: course.title,
    changes: { archived: [course.archived, input.archived] },
  });
};
