import type { CourseKind } from '@sergak/contract/library/library.schema.ts';
import { PICTURE_BOX } from '@sergak/contract/learning/limits.rules.ts';
import { Logged, type OwnCtx } from '../../platform/context.ts';
import { callerOf, discardFiles, redrawUpload, storePicture } from '../files/public.ts';
import { getAssignment, requireOpenAssignment } from './assignments.service.ts';
import { requireKind } from './kind.service.ts';
import * as repo from './learning.repo.ts';

const LOOK = { box: PICTURE_BOX, look: { fit: 'cover', format: 'webp' }, drawings: false } as const;

/** Replaces the picture of an assignment. No transaction is open while the picture is encoded. */
export const setPicture = (kind: CourseKind | 'any') => async (ctx: OwnCtx, input: { id: string }) => {
  await ctx.run('read', (tx) => requireKind({ tx }, input.id, kind));
  const bytes = await redrawUpload(ctx.uploads.image, 'image', LOOK, callerOf(ctx.viewer));
  return ctx.finish(async (tx) => {
    const before = await requireOpenAssignment({ tx }, input.id);
    const file = { bytes, name: 'picture.webp', type: 'image/webp', createdBy: ctx.viewer.id };
    const fileId = await storePicture(tx, ctx.platform, file);
    await repo.updateAssignmentRow(tx, before.id, { image_file_id: fileId });
    if (before.image_file_id) await discardFiles(tx, [before.image_file_id]);
    return new Logged(await getAssignment({ ...ctx, tx }, input), {
      kind: 'assignment',
      id: before.id,
      title: before.title,
      changes: { image: [before.image_file_id, fileId] },
    });
  });
};
