import type { Ctx } from '../../platform/context.ts';
import { findCourseDetail } from './courses.service.ts';
import * as query from './library.query.ts';

type ListInput = Omit<query.CourseFilter, 'archived' | 'kind'>;

export const listCourses = (ctx: Ctx, input: ListInput) =>
  query.selectCourses(ctx.tx, { ...input, kind: 'native', archived: false }, ctx.viewer.language);
export const listArchivedCourses = (ctx: Ctx, input: ListInput) =>
  query.selectCourses(ctx.tx, { ...input, kind: 'native', archived: true }, ctx.viewer.language);
/** Courses of both kinds for a picker: active or archived. */
export const listCoursesForPicker = (ctx: Ctx, input: Omit<query.CourseFilter, 'kind'>) =>
  query.selectCourses(ctx.tx, { ...input, kind: 'all' }, ctx.viewer.language);

export const getCourse = async ({ tx, viewer }: Ctx, { id }: { id: string }) => ({
  ...(await findCourseDetail(tx, id)),
  shown_title: await query.findShownTitle(tx, id, viewer.language),
});

export const listThemes = async (ctx: Ctx, input: { search: string }) => ({
  data: await query.selectThemes(ctx.tx, input.search),
});
