import type { Permission } from '@sergak/contract/access/permissions.ts';
import type { Ctx, FileAnswer, Platform, Upload } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueMany } from '../../platform/jobs.ts';
import * as repo from './files.repo.ts';

const shown = new Set([
  'image/webp',
  'image/png',
  'image/jpeg',
  'audio/mpeg',
  'audio/ogg',
  'audio/mp4',
  'video/mp4',
  'video/webm',
  'text/vtt',
]);

/** A file of the caller's home organisation, such as their own picture, while the caller acts in a descendant. */
const findAtHome = ({ platform, viewer }: Ctx, id: string) => {
  const home = viewer.homeOrganizationId;
  if (home === viewer.scope.organizationId) return undefined;
  return inTenant(platform.db, { organizationId: home, readable: [home] }, 'read', (tx) => repo.findFile(tx, id));
};

/** Streams a file to a person who may read it: pictures, sound, video and captions inline, other files as a download. */
export const readFile = async (ctx: Ctx, input: { id: string }): Promise<FileAnswer> => {
  const file = (await repo.findFile(ctx.tx, input.id)) ?? (await findAtHome(ctx, input.id));
  const allowed =
    file &&
    (file.permission === null || ctx.viewer.permissions.has(file.permission as Permission)) &&
    (file.visibility === 'organization' ||
      (file.visibility === 'admin' && ctx.viewer.permissions.has('admin')) ||
      file.created_by === ctx.viewer.id);
  if (!file || !allowed) throw new AppError('file.not_found');
  return {
    stream: await ctx.platform.files.read(file.storage_key),
    openPart: (range) => ctx.platform.files.read(file.storage_key, range),
    name: file.name,
    type: file.content_type,
    size: file.size,
    inline: shown.has(file.content_type),
    cacheSeconds: file.visibility === 'organization' ? 86_400 : undefined,
  };
};

/** Stores bytes that the product created or encoded itself, such as a picture or captions, and returns the file's id. */
export const storePicture = async (
  tx: Tx,
  platform: Platform,
  file: { bytes: Buffer; name: string; type: string; createdBy: string | null; visibility?: repo.Visibility },
): Promise<string> => {
  const storageKey = await platform.files.put(file.bytes);
  return repo.insertFile(tx, { ...file, size: file.bytes.length, storageKey });
};

/** Deletes replaced files; their bytes are deleted after the transaction commits. */
export const discardFiles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const keys = await repo.deleteFileRows(tx, ids);
  if (keys.length > 0) await enqueueMany(tx, 'files.remove-bytes', [{ keys }]);
};

/** Moves a file of the scratch folder (an upload, a finished report) into the store. */
export const storeFile = async (
  tx: Tx,
  platform: Platform,
  file: {
    path: string;
    name: string;
    type: string;
    size: number;
    createdBy: string | null;
    visibility: repo.Visibility;
    permission?: Permission;
    expiresAt?: Date;
    resultsOf?: string;
  },
): Promise<string> => {
  const storageKey = await platform.files.putFile(file.path);
  return repo.insertFile(tx, { ...file, storageKey });
};

const GB = 1_000_000_000;
/** Maximum total size of stored files, in bytes, of a person and of an organisation. */
export const storageQuota = { person: 2 * GB, organization: 20 * GB } as const;

/** Throws 413 if a file of this size exceeds the quota of the person or the organisation. */
export const assertQuota = async (tx: Tx, personId: string, size: number): Promise<void> => {
  const used = await repo.storedFileBytes(tx, personId);
  for (const owner of ['person', 'organization'] as const)
    if (used[owner] + size > storageQuota[owner])
      throw new AppError('file.quota', { owner, used: used[owner], limit: storageQuota[owner] });
};

/** {@link storePicture} within the quota of the person and the organisation. */
export const storePictureInQuota = async (
  ctx: Ctx,
  file: { bytes: Buffer; name: string; type: string },
): Promise<string> => {
  await assertQuota(ctx.tx, ctx.viewer.id, file.bytes.length);
  return storePicture(ctx.tx, ctx.platform, { ...file, createdBy: ctx.viewer.id });
};

/** Stores an uploaded file; throws 413 if the person or the organisation exceeds the quota. */
export const storeUpload = async (ctx: Ctx, upload: Upload, visibility: repo.Visibility): Promise<string> => {
  await assertQuota(ctx.tx, ctx.viewer.id, upload.size);
  return storeFile(ctx.tx, ctx.platform, { ...upload, createdBy: ctx.viewer.id, visibility });
};
