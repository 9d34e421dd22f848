import { LOGO_BOX } from '@sergak/contract/organizations/organizations.rules.ts';
import { Logged, type Ctx, type FileAnswer, type OpenCtx, type OwnCtx } from '../../platform/context.ts';
import { asOrganization, inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { callerOf, discardFiles, redrawUpload, storePicture } from '../files/public.ts';
import { requireBelow } from './children.service.ts';
import { findLogo } from './organizations.query.ts';
import { lockOrganization, updateOrganization } from './organizations.repo.ts';
import { readOrganization } from './settings.service.ts';

type Which = { id: string; kind: 'light' | 'dark' };

/** Replaces or removes a logo of the current organisation or a descendant, and deletes the earlier file. */
const replace = async (ctx: Ctx, { id, kind }: Which, picture: Buffer | null) => {
  const { tx, platform, viewer } = ctx;
  if (id !== viewer.scope.organizationId) requireBelow(ctx, id);
  const column = `logo_${kind}_file_id` as const;
  return asOrganization(tx, id, async () => {
    const before = await lockOrganization(tx);
    const file = picture && { bytes: picture, name: 'logo.webp', type: 'image/webp', createdBy: viewer.id };
    const fileId = file && (await storePicture(tx, platform, file));
    await updateOrganization(tx, { [column]: fileId });
    const earlier = before[column];
    if (earlier) await discardFiles(tx, [earlier]);
    const { logo } = await readOrganization(ctx);
    return new Logged(
      { logo },
      { kind: 'organization', id, title: before.title, changes: { [`logo_${kind}`]: [earlier, fileId] } },
    );
  });
};

const LOOK = { box: LOGO_BOX, look: { fit: 'inside', format: 'webp', lossless: true }, drawings: true } as const;
/** Replaces a logo. No transaction is open while the picture is encoded. */
export const setOrganizationLogo = async (ctx: OwnCtx, input: Which) => {
  const picture = await redrawUpload(ctx.uploads.logo, 'logo', LOOK, callerOf(ctx.viewer));
  return ctx.finish((tx) => replace({ ...ctx, tx }, input, picture));
};

export const removeLogo = (ctx: Ctx, input: Which) => replace(ctx, input, null);

/** Streams a logo to anyone. Each logo has its own address, so clients may cache it for long. */
export const streamLogo = async ({ platform }: OpenCtx, input: { file_id: string }): Promise<FileAnswer> => {
  const file = await inSystem(platform.db, (tx) => findLogo(tx, input.file_id));
  if (!file) throw new AppError('file.not_found');
  return {
    stream: await platform.files.read(file.storage_key),
    name: file.name,
    type: file.content_type,
    size: file.size,
    inline: true,
    cacheSeconds: 86_400,
  };
};
