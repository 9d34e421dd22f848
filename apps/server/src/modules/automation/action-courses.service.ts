import type { automationEndpoints } from '@sergak/contract/automation/automation.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as actions from './actions.service.ts';
import * as query from './automation.query.ts';
import * as repo from './automation.repo.ts';

/**
 * The course action of a tag assigns native and SCORM courses together. The calls of one kind read and write the courses of
 * this kind only: a course of the other kind does not exist for them.
 */
type Kind = CourseKind | 'any';
type In<K extends keyof typeof automationEndpoints> = Input<(typeof automationEndpoints)[K]>;
const isOf = (kind: Kind) => (course: { readonly kind: string }) => kind === 'any' || course.kind === kind;
const titlesOf = (courses: readonly { readonly title: string }[]) => courses.map((one) => one.title).sort();

const requireCourses = async (ctx: Ctx, ids: readonly string[], kind: Kind) => {
  const courses = (await query.findCourses(ctx.tx, ids)).filter(isOf(kind));
  if (courses.length < ids.length) throw new AppError('course.not_found');
  for (const course of courses) {
    if (course.archived) throw new AppError('course.archived', { title: course.title });
    if (course.published_version === 0) throw new AppError('course.not_published', { title: course.title });
  }
  return courses;
};

/** Courses of this kind that a tag assigns, with the terms of the action. */
export const getCourses = (kind: Kind) => async (ctx: Ctx, tagId: string) => {
  const action = (await actions.listActions(ctx, { id: tagId })).data.find(({ type }) => type === 'course');
  const courses = action ? await query.coursesOfAction(ctx.tx, action.id, ctx.viewer.language) : [];
  return {
    courses: courses.filter(isOf(kind)),
    defer_by: action?.defer_by ?? 0,
    period: action?.period ?? null,
    version: action?.version ?? null,
  };
};

/** Adds courses of this kind. A tag has one course action; if it assigns such courses already, they are changed instead. */
export const addCourses = (kind: Kind) => async (ctx: Ctx, input: In<'automation.add-courses'>) => {
  const tag = await actions.requireActionTag(ctx, input.tag_id);
  actions.rejectType(tag, 'course');
  actions.rejectDelay(tag, input.defer_by);
  const courses = await requireCourses(ctx, input.course_ids, kind);
  const existing = await repo.lockSingle(ctx.tx, tag.id, 'course');
  if (existing) return addTo(ctx, kind, tag, existing.id, courses);
  const { defer_by, period } = input;
  const since = actions.sinceOf(input.for_members);
  const created_by = ctx.viewer.id;
  const id = await repo.insertAction(ctx.tx, { tag_id: tag.id, type: 'course', defer_by, period, since, created_by });
  await repo.storeActionCourses(ctx.tx, id, input.course_ids);
  return actions.logged(ctx, tag, id, { courses: [null, titlesOf(courses)], defer_by: [null, defer_by] });
};

type Tag = Awaited<ReturnType<typeof actions.requireActionTag>>;
/** Adds courses to an action that assigns only courses of the other kind. Its delay and period are kept. */
const addTo = async (ctx: Ctx, kind: Kind, tag: Tag, id: string, courses: readonly { id: string; title: string }[]) => {
  const before = await query.coursesOfAction(ctx.tx, id);
  if (before.some(isOf(kind))) throw new AppError('action.taken', { type: 'course' });
  const after = [...before, ...courses];
  await repo.storeActionCourses(
    ctx.tx,
    id,
    after.map((course) => course.id),
  );
  await repo.updateAction(ctx.tx, id, {});
  return actions.logged(ctx, tag, id, { courses: [titlesOf(before), titlesOf(after)] });
};

type Setting = { tagId: string; course_ids: string[]; defer_by?: number; period?: number; version?: number };
/** Replaces the courses of this kind. People keep courses that they were already assigned. */
export const setActionCourses = (kind: Kind) => async (ctx: Ctx, input: Setting) => {
  const { tag, action } = await actions.requireSingle(ctx, input.tagId, 'course');
  await actions.requireCurrent(ctx, action, input.version);
  actions.rejectDelay(tag, input.defer_by);
  const before = await query.coursesOfAction(ctx.tx, action.id);
  const others = before.filter((course) => !isOf(kind)(course));
  const after = [...others, ...(await requireCourses(ctx, input.course_ids, kind))];
  await repo.storeActionCourses(
    ctx.tx,
    action.id,
    after.map((course) => course.id),
  );
  const { defer_by = action.defer_by, period = action.period } = input;
  await repo.updateAction(ctx.tx, action.id, { defer_by, period });
  return actions.logged(ctx, tag, action.id, {
    courses: [titlesOf(before), titlesOf(after)],
    defer_by: [action.defer_by, defer_by],
    period: [action.period, period],
  });
};

/** Removes the courses of this kind, and the action if no course is left. Courses that were already assigned are kept. */
export const removeCourses = (kind: Kind) => async (ctx: Ctx, tagId: string) => {
  const { tag, action } = await actions.requireSingle(ctx, tagId, 'course');
  const before = await query.coursesOfAction(ctx.tx, action.id);
  const left = before.filter((course) => !isOf(kind)(course));
  if (kind !== 'any' && left.length === before.length) throw new AppError('action.not_found');
  if (left.length === 0) await repo.deleteAction(ctx.tx, action.id);
  else {
    await repo.storeActionCourses(
      ctx.tx,
      action.id,
      left.map((course) => course.id),
    );
    await repo.updateAction(ctx.tx, action.id, {});
  }
  return new Logged(null, {
    kind: 'tag',
    id: tag.id,
    title: tag.title,
    changes: { courses: [titlesOf(before), left.length > 0 ? titlesOf(left) : null] },
    details: { type: 'course' },
  });
};
