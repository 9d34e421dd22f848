import { readFile } from 'node:fs/promises';
import { LOGO_BOX } from '@sergak/contract/organizations/organizations.rules.ts';
import sharp from 'sharp';
import { Logged, type Ctx, type FileAnswer, type OpenCtx, type Upload } from '../../platform/context.ts';
import { asOrganization, inSystem } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { discardFiles, storePicture } from '../files/public.ts';
import { requireBelow } from './children.service.ts';
import { findLogo } from './organizations.query.ts';
import { lockOrganization, updateOrganization } from './organizations.repo.ts';
import { readOrganization } from './settings.service.ts';

const PIXELS = 40_000_000;
const SECONDS = 10;
/** Dots per inch at which a drawing keeps its own size. */
const PLAIN_DENSITY = 72;
const formats = new Set(['png', 'jpeg', 'webp', 'svg']);

const refuse = (): never => {
  throw new AppError('file.type_refused', { field: 'logo' });
};

/**
 * Makes the picture anew: decoded, within the box, without anything else that the file held. A drawing (SVG) becomes pixels,
 * read from memory so that it can name no other file, and without entities, by which a small one could grow without end.
 */
const encodeLogo = async (upload: Upload): Promise<Buffer> => {
  const bytes = await readFile(upload.path);
  const head = await sharp(bytes, { limitInputPixels: PIXELS })
    .metadata()
    .catch(() => refuse());
  if (!formats.has(head.format ?? '')) return refuse();
  const isDrawing = head.format === 'svg';
  if (isDrawing && /<!ENTITY/i.test(bytes.toString('latin1').replaceAll('\0', ''))) return refuse();
  const scale = Math.min(LOGO_BOX.width / head.width, LOGO_BOX.height / head.height);
  const density = isDrawing ? Math.max(1, Math.min(2_400, PLAIN_DENSITY * scale)) : undefined;
  return sharp(bytes, { limitInputPixels: PIXELS, failOn: 'error', density })
    .timeout({ seconds: SECONDS })
    .rotate()
    .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
    .webp({ lossless: true })
    .toBuffer()
    .catch(() => refuse());
};

type Which = { id: string; kind: 'light' | 'dark' };

/** Puts another file in the place of a logo, of the organisation acted in or of one below it; the earlier one goes. */
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
    return new Logged({ logo }, id, { [`logo_${kind}`]: [earlier, fileId] });
  });
};

export const setLogo = async (ctx: Ctx, input: Which) => {
  const upload = ctx.uploads.logo;
  if (!upload) throw new AppError('request.invalid', [{ field: 'logo', code: 'missing' }]);
  return replace(ctx, input, await encodeLogo(upload));
};

export const removeLogo = (ctx: Ctx, input: Which) => replace(ctx, input, null);

/** Streams a logo to anybody: each one has an address of its own, so it may be kept for long. */
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
