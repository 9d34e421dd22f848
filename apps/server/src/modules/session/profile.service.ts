import { mayGrant } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import type { Ctx, OwnCtx } from '../../platform/context.ts';
import { inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { callerOf, discardFiles, redrawUpload, storePicture } from '../files/public.ts';
import { findMe } from './session.query.ts';
import * as repo from './session.repo.ts';

export const chooseLanguage = async (ctx: Ctx, input: { language: Language }) => {
  await repo.setLanguage(ctx.tx, ctx.viewer.id, input.language);
  return null;
};

/** Records that the caller has read what changed up to a release. */
export const seeRelease = async (ctx: Ctx, input: { version: string }) => {
  await repo.setSeenRelease(ctx.tx, ctx.viewer.id, input.version);
  return null;
};

/** The caller or a person whom the caller may manage; anyone else is not found. */
export const readPerson = async (ctx: Ctx, input: { id: string }) => {
  const { viewer, platform } = ctx;
  const find = (tx: Tx | SystemTx) => findMe(tx, input.id, viewer.scope.organizationId);
  const found =
    input.id === viewer.id
      ? await inSystem(platform.db, find) // the caller's row belongs to the home organisation
      : viewer.permissions.has('admin.staff.employees')
        ? await find(ctx.tx)
        : undefined;
  if (!found || (found.id !== viewer.id && !mayGrant(viewer.role, found.role)))
    throw new AppError('employee.not_found');
  return found;
};

const AVATAR = { box: { width: 256, height: 256 }, look: { fit: 'cover', format: 'webp' }, drawings: false } as const;
/** Replaces the caller's picture: decoded, cut to a square, encoded again. No transaction is open meanwhile. */
export const changeAvatar = async (ctx: OwnCtx) => {
  const { platform, viewer } = ctx;
  const bytes = await redrawUpload(ctx.uploads.avatar, 'avatar', AVATAR, callerOf(viewer));
  return ctx.run('write', async (tx) => {
    const file = { bytes, name: 'avatar.webp', type: 'image/webp', createdBy: viewer.id };
    const fileId = await storePicture(tx, platform, file);
    const earlier = await repo.setAvatar(tx, viewer.id, fileId);
    if (earlier) await discardFiles(tx, [earlier]);
    return { avatar_url: `/lk/files/${fileId}` };
  });
};
