import { sql } from 'kysely';
import { inTenant, type Database, type Tx } from '../../platform/db.ts';

/** The files among these that neither a library nor a campaign uses. */
export const unusedPictures = async (tx: Tx, fileIds: readonly string[]): Promise<string[]> => {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select f.id from files f where f.id = any(${fileIds}::uuid[])
    and not exists (select from template_pictures p where p.file_id = f.id)
    and not exists (select from campaign_files c where c.file_id = f.id)`.execute(tx);
  return rows.map((row) => row.id);
};

export type PictureFile = { readonly id: string; readonly content_type: string; readonly storage_key: string };

/** The stored files of these pictures, if the organisation uses them in a library or a campaign. */
export const findPictureFiles = async (tx: Tx, fileIds: readonly string[]): Promise<PictureFile[]> => {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<PictureFile>`select f.id, f.content_type, f.storage_key from files f
    where f.id = any(${fileIds}::uuid[]) and f.content_type like 'image/%'
    and (exists (select from template_pictures p where p.file_id = f.id)
      or exists (select from campaign_files c where c.file_id = f.id))`.execute(tx);
  return rows;
};

/** {@link findPictureFiles} for one file, outside a session. */
export const findPreviewPicture = (
  db: Database,
  organizationId: string,
  fileId: string,
): Promise<PictureFile | undefined> =>
  inTenant(db, { organizationId, readable: [organizationId] }, 'read', async (tx) => {
    const [file] = await findPictureFiles(tx, [fileId]);
    return file;
  });
