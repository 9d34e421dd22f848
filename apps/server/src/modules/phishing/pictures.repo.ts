import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/** The template or redirect page that owns a library of pictures. */
export type LibraryOwner = { readonly template_id: string } | { readonly redirect_page_id: string };
export type LibraryPicture = {
  readonly file_id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

const isOf = (owner: LibraryOwner) =>
  'template_id' in owner ? sql`template_id = ${owner.template_id}` : sql`redirect_page_id = ${owner.redirect_page_id}`;

export const listLibrary = async (tx: Tx, owner: LibraryOwner): Promise<LibraryPicture[]> => {
  const { rows } = await sql<LibraryPicture>`select file_id, name, width, height, bytes from template_pictures
    where ${isOf(owner)} order by created_at, name, file_id`.execute(tx);
  return rows;
};

export const insertPicture = (tx: Tx, owner: LibraryOwner, picture: LibraryPicture) =>
  tx
    .insertInto('template_pictures')
    .values({ ...owner, ...picture, created_at: now(), checked_at: now() })
    .execute();

/** Puts another file in the place of a picture. Returns whether the library has the picture. */
export const replacePictureFile = async (
  tx: Tx,
  owner: LibraryOwner,
  fileId: string,
  picture: LibraryPicture,
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`update template_pictures set file_id = ${picture.file_id}, name = ${picture.name},
    width = ${picture.width}, height = ${picture.height}, bytes = ${picture.bytes}
    where file_id = ${fileId} and ${isOf(owner)}`.execute(tx);
  return numAffectedRows === 1n;
};

export const deletePicture = async (tx: Tx, owner: LibraryOwner, fileId: string): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`delete from template_pictures where file_id = ${fileId} and ${isOf(owner)}`.execute(tx);
  return numAffectedRows === 1n;
};

/** A copied template shows the same files. */
export const copyLibrary = (tx: Tx, from: string, to: string) =>
  sql`insert into template_pictures (template_id, file_id, name, width, height, bytes, created_at, checked_at)
    select ${to}, file_id, name, width, height, bytes, created_at, ${now()}::timestamptz from template_pictures where template_id = ${from}`.execute(
    tx,
  );

/** The files among these that belong to pictures of the organisation. */
export const ownPictures = async (tx: Tx, fileIds: readonly string[]): Promise<string[]> => {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<{ file_id: string }>`select distinct file_id from template_pictures
    where file_id = any(${fileIds}::uuid[])`.execute(tx);
  return rows.map((row) => row.file_id);
};

/** Adds pictures of other libraries of the organisation to this one, for a text that was copied from there. */
export const adoptPictures = async (tx: Tx, owner: LibraryOwner, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return;
  const [template, page] = 'template_id' in owner ? [owner.template_id, null] : [null, owner.redirect_page_id];
  await sql`insert into template_pictures (template_id, redirect_page_id, file_id, name, width, height, bytes, created_at, checked_at)
    select distinct on (file_id) ${template}::uuid, ${page}::uuid, file_id, name, width, height, bytes, ${now()}::timestamptz, ${now()}::timestamptz
    from template_pictures where file_id = any(${fileIds}::uuid[]) order by file_id
    on conflict do nothing`.execute(tx);
};

export type ShowingText = {
  readonly kind: 'email' | 'page' | 'redirect';
  readonly id: string;
  readonly name: string;
  readonly html: string;
};

/** The emails and pages of a library's owner that show a picture. */
export const showingTexts = async (tx: Tx, owner: LibraryOwner): Promise<ShowingText[]> => {
  if ('redirect_page_id' in owner) {
    const { rows } = await sql<ShowingText>`select 'redirect' as kind, id, name, html from redirect_pages
      where id = ${owner.redirect_page_id} and html like '%picture:%'`.execute(tx);
    return rows;
  }
  const { rows } = await sql<ShowingText>`
    select 'email' as kind, id, name, html from emails
    where template_id = ${owner.template_id} and deleted_at is null and html like '%picture:%'
    union all
    select 'page', id, name, html from landing_pages
    where template_id = ${owner.template_id} and html like '%picture:%'
    order by name, id`.execute(tx);
  return rows;
};

const tables = { email: sql`emails`, page: sql`landing_pages`, redirect: sql`redirect_pages` };

/** Stores a text with other pictures; returns its new version. */
export const rewriteText = async (tx: Tx, text: Pick<ShowingText, 'kind' | 'id' | 'html'>): Promise<number> => {
  const { rows } = await sql<{
    version: number;
  }>`update ${tables[text.kind]} set html = ${text.html}, version = version + 1
    where id = ${text.id} returning version`.execute(tx);
  return rows[0]!.version;
};
