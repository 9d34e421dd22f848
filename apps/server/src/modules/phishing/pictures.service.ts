import { readFile } from 'node:fs/promises';
import type { AuditEntry, AuditPair } from '@sergak/contract/audit/audit.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { Picture, picturesEndpoints } from '@sergak/contract/phishing/pictures.endpoints.ts';
import {
  PICTURE_SIDE,
  PICTURES_MAX,
  pictureSource,
  picturesIn,
  withPictures,
} from '@sergak/contract/phishing/pictures.rules.ts';
import type { Caller } from '../../platform/bounded-worker.ts';
import { Logged, type Ctx, type OwnCtx, type Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { assertQuota, callerOf, discardFiles, redrawPicture, storePicture } from '../files/public.ts';
import { findTemplate, lockTemplate } from './phishing.repo.ts';
import { unusedPictures } from './pictures.query.ts';
import * as repo from './pictures.repo.ts';
import { findRedirectPage, lockRedirectPage } from './redirect-pages.repo.ts';

type In<K extends keyof typeof picturesEndpoints> = Input<(typeof picturesEndpoints)[K]>;
type Owner = { readonly is: repo.LibraryOwner; readonly kind: 'template' | 'redirect_page'; readonly id: string };

const ofTemplate = (id: string): Owner => ({ is: { template_id: id }, kind: 'template', id });
const ofPage = (id: string): Owner => ({ is: { redirect_page_id: id }, kind: 'redirect_page', id });

/** Locks the owner of a library, so that its limit holds and its texts do not change meanwhile. Returns its name. */
const lockOwner = async (tx: Tx, { kind, id }: Owner): Promise<string> => {
  const row = kind === 'template' ? await lockTemplate(tx, id) : await lockRedirectPage(tx, id);
  if (!row) throw new AppError(kind === 'template' ? 'template.not_found' : 'redirect_page.not_found');
  return row.name;
};

const requireOwner = async (tx: Tx, { kind, id }: Owner): Promise<void> => {
  const row = kind === 'template' ? await findTemplate(tx, id) : await findRedirectPage(tx, id);
  if (!row) throw new AppError(kind === 'template' ? 'template.not_found' : 'redirect_page.not_found');
};

const entryOf = ({ kind, id }: Owner, title: string, picture: AuditPair): AuditEntry =>
  kind === 'template' ? { kind, id, title, changes: { picture } } : { kind, id, title, changes: { picture } };

const requirePicture = async (tx: Tx, owner: Owner, fileId: string): Promise<Picture> => {
  const found = (await listPictures(tx, owner.is)).find(({ file_id }) => file_id === fileId);
  if (!found) throw new AppError('picture.not_found');
  return found;
};

/** The pictures of a library, each with the names of the emails and pages that show it. */
export const listPictures = async (tx: Tx, owner: repo.LibraryOwner): Promise<Picture[]> => {
  const texts = (await repo.showingTexts(tx, owner)).map(({ name, html }) => ({
    name,
    shown: new Set(picturesIn(html)),
  }));
  return (await repo.listLibrary(tx, owner)).map((one) => ({
    ...one,
    used_in: texts.filter(({ shown }) => shown.has(one.file_id)).map(({ name }) => name),
  }));
};

const EMAIL_PICTURE = {
  box: { width: PICTURE_SIDE, height: PICTURE_SIDE },
  look: { fit: 'inside', format: 'email' },
  drawings: false,
  gifs: true,
} as const;

export type EncodedForEmail = NonNullable<Awaited<ReturnType<typeof redrawPicture>>>;
/** Encodes a picture for emails and pages: JPEG or PNG. Null if the bytes are not a picture. */
export const encodePicture = (bytes: Uint8Array, caller: Caller, drawings = false): Promise<EncodedForEmail | null> =>
  redrawPicture({ ...EMAIL_PICTURE, bytes, drawings }, caller);

const readUpload = async (ctx: OwnCtx): Promise<{ name: string; encoded: EncodedForEmail }> => {
  const upload = ctx.uploads.picture;
  if (!upload) throw new AppError('request.invalid', [{ field: 'picture', code: 'missing' }]);
  const encoded = await encodePicture(await readFile(upload.path), callerOf(ctx.viewer));
  if (!encoded) throw new AppError('file.type_rejected', { field: 'picture' });
  return { name: upload.name.slice(-255) || 'picture', encoded };
};

type On = { readonly tx: Tx; readonly platform: Platform; readonly viewer: Ctx['viewer'] };
const store = async (on: On, name: string, encoded: EncodedForEmail): Promise<repo.LibraryPicture> => {
  const { bytes, width, height, type } = encoded;
  await assertQuota(on.tx, on.viewer.id, bytes.length);
  const stored = { bytes, name, type, createdBy: on.viewer.id, visibility: 'admin' } as const;
  return { file_id: await storePicture(on.tx, on.platform, stored), name, width, height, bytes: bytes.length };
};

/** Adds encoded pictures to a template; throws if its library would exceed the limit. */
export const addToLibrary = async (
  on: On,
  templateId: string,
  pictures: readonly { readonly name: string; readonly encoded: EncodedForEmail }[],
): Promise<string[]> => {
  const owner = { template_id: templateId };
  const library = await repo.listLibrary(on.tx, owner);
  if (library.length + pictures.length > PICTURES_MAX) throw new AppError('picture.limit', { limit: PICTURES_MAX });
  const ids: string[] = [];
  for (const { name, encoded } of pictures) {
    const stored = await store(on, name, encoded);
    await repo.insertPicture(on.tx, owner, stored);
    ids.push(stored.file_id);
  }
  return ids;
};

const add = async (ctx: OwnCtx, owner: Owner) => {
  await ctx.run('read', (tx) => requireOwner(tx, owner));
  const { name, encoded } = await readUpload(ctx);
  return ctx.finish(async (tx) => {
    const title = await lockOwner(tx, owner);
    if ((await repo.listLibrary(tx, owner.is)).length >= PICTURES_MAX)
      throw new AppError('picture.limit', { limit: PICTURES_MAX });
    const stored = await store({ ...ctx, tx }, name, encoded);
    await repo.insertPicture(tx, owner.is, stored);
    return new Logged({ ...stored, used_in: [], still: encoded.still }, entryOf(owner, title, [null, name]));
  });
};

const replace = async (ctx: OwnCtx, owner: Owner, fileId: string) => {
  await ctx.run('read', async (tx) => {
    await requireOwner(tx, owner);
    await requirePicture(tx, owner, fileId);
  });
  const { name, encoded } = await readUpload(ctx);
  return ctx.finish(async (tx) => {
    const title = await lockOwner(tx, owner);
    const before = await requirePicture(tx, owner, fileId);
    const stored = await store({ ...ctx, tx }, name, encoded);
    await repo.replacePictureFile(tx, owner.is, fileId, stored);
    const texts = (await repo.showingTexts(tx, owner.is)).filter(({ html }) => picturesIn(html).includes(fileId));
    const versions = [];
    for (const text of texts) {
      const html = withPictures(text.html, (id) => (id === fileId ? pictureSource(stored.file_id) : undefined));
      const version = await repo.rewriteText(tx, { ...text, html });
      versions.push({ kind: text.kind, id: text.id, version });
    }
    await discardUnused(tx, [fileId]);
    const used_in = texts.map((text) => text.name);
    return new Logged(
      { ...stored, used_in, still: encoded.still, replaced_id: fileId, versions },
      entryOf(owner, title, [before.name, name]),
    );
  });
};

const remove = async (ctx: Ctx, owner: Owner, fileId: string) => {
  const title = await lockOwner(ctx.tx, owner);
  const before = await requirePicture(ctx.tx, owner, fileId);
  if (before.used_in.length > 0) throw new AppError('picture.in_use', { used_in: before.used_in });
  await repo.deletePicture(ctx.tx, owner.is, fileId);
  await discardUnused(ctx.tx, [fileId]);
  return new Logged(null, entryOf(owner, title, [before.name, null]));
};

/** Deletes the files of pictures that no library and no campaign uses any more. */
export const discardUnused = async (tx: Tx, fileIds: readonly string[]): Promise<void> =>
  discardFiles(tx, await unusedPictures(tx, fileIds));

/** The files of all pictures of a library. */
export const libraryFiles = async (tx: Tx, owner: repo.LibraryOwner): Promise<string[]> =>
  (await repo.listLibrary(tx, owner)).map(({ file_id }) => file_id);

const list = async (tx: Tx, owner: Owner) => {
  await requireOwner(tx, owner);
  return { data: await listPictures(tx, owner.is) };
};

/** The pictures of a template with their uses. */
export const templatePictures = ({ tx }: Ctx, { id }: In<'phishing.pictures'>) => list(tx, ofTemplate(id));
/** Adds an uploaded picture to a template. */
export const addPicture = (ctx: OwnCtx, { id }: In<'phishing.picture-add'>) => add(ctx, ofTemplate(id));
/** Replaces a picture in the emails and pages of a template. */
export const replacePicture = (ctx: OwnCtx, { template_id, file_id }: In<'phishing.picture-replace'>) =>
  replace(ctx, ofTemplate(template_id), file_id);
/** Removes a picture that the template does not show. */
export const removePicture = (ctx: Ctx, { id, file_id }: In<'phishing.picture-remove'>) =>
  remove(ctx, ofTemplate(id), file_id);
/** The pictures of a redirect page. */
export const pagePictures = ({ tx }: Ctx, { id }: In<'phishing.redirect-pictures'>) => list(tx, ofPage(id));
/** Adds an uploaded picture to a redirect page. */
export const addPagePicture = (ctx: OwnCtx, { id }: In<'phishing.redirect-picture-add'>) => add(ctx, ofPage(id));
/** Replaces a picture of a redirect page. */
export const replacePagePicture = (ctx: OwnCtx, { id, file_id }: In<'phishing.redirect-picture-replace'>) =>
  replace(ctx, ofPage(id), file_id);
/** Removes a picture that the redirect page does not show. */
export const removePagePicture = (ctx: Ctx, { id, file_id }: In<'phishing.redirect-picture-remove'>) =>
  remove(ctx, ofPage(id), file_id);
