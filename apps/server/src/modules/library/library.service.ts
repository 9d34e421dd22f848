import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findCourseDetail } from './courses.service.ts';
import * as query from './library.query.ts';

type ListInput = Omit<query.CourseFilter, 'archived'>;

export const listCourses = (ctx: Ctx, input: ListInput) => query.listCourses(ctx.tx, { ...input, archived: false });
export const listArchivedCourses = (ctx: Ctx, input: ListInput) =>
  query.listCourses(ctx.tx, { ...input, archived: true });
/** Courses for a picker: active or archived. */
export const listCoursesForPicker = (ctx: Ctx, input: query.CourseFilter) => query.listCourses(ctx.tx, input);

export const getCourse = (ctx: Ctx, input: { id: string }) => findCourseDetail(ctx.tx, input.id);

export const listThemes = async (ctx: Ctx, input: { search: string }) => ({
  data: await query.listThemes(ctx.tx, input.search),
});
