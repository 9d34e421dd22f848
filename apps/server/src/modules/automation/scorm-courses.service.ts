import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireSingle, requireTag } from './actions.service.ts';

// SCORM packages cannot be uploaded yet, so no id exists that a tag could assign.

export const getScormCourses = async (ctx: Ctx, input: { id: string }) => {
  await requireTag(ctx, input.id);
  return { cmi_course_ids: [], defer_by: 0, period: null, version: null };
};

export const addScormCourses = async (ctx: Ctx, input: { tag_id: string }): Promise<never> => {
  await requireTag(ctx, input.tag_id);
  throw new AppError('course.not_found');
};

export const setScormCourses = async (ctx: Ctx, input: { id: string }): Promise<never> => {
  await requireSingle(ctx, input.id, 'course');
  throw new AppError('course.not_found');
};

export const removeScormCourses = async (ctx: Ctx, input: { id: string }): Promise<never> => {
  await requireTag(ctx, input.id);
  throw new AppError('action.not_found');
};
