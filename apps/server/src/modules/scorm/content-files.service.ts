import type { Readable } from 'node:stream';
import type { Platform } from '../../platform/context.ts';
import { inTenant } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { ByteRange } from '../../platform/files.ts';
import { findPackageFile } from './content-files.query.ts';
import type { LaunchGrant } from './launch-token.ts';
import { normalPath } from './names.ts';

export type ContentFile = { readonly size: number; readonly storageKey: string };

/** A file of the granted package by its exact path; throws 404 otherwise. */
export const findContentFile = async (platform: Platform, grant: LaunchGrant, path: string): Promise<ContentFile> => {
  const { organizationId, packageId } = grant;
  const scope = { organizationId, readable: [organizationId] };
  const file =
    path.isWellFormed() && !path.includes('\0')
      ? await inTenant(platform.db, scope, 'read', (tx) => findPackageFile(tx, packageId, normalPath(path)))
      : undefined;
  if (!file) throw new AppError('common.not_found');
  return { size: Number(file.size), storageKey: file.storage_key };
};

export const openContentFile = (platform: Platform, file: ContentFile, range: ByteRange | null): Promise<Readable> =>
  platform.files.read(file.storageKey, range ?? undefined);
