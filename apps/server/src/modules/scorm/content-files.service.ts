import type { Readable } from 'node:stream';
import type { Platform } from '../../platform/context.ts';
import { inTenant } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findPackageFile } from './content-files.query.ts';
import type { LaunchGrant } from './launch-token.ts';
import { normalPath } from './names.ts';

type Span = { readonly start: number; readonly end: number };
export type ContentFile = { readonly size: number; readonly storageKey: string };

/** A file of the granted package by its exact path; throws 404 otherwise. */
export const findContentFile = async (platform: Platform, grant: LaunchGrant, path: string): Promise<ContentFile> => {
  const { organizationId, packageId } = grant;
  const scope = { organizationId, readable: [organizationId] };
  const file = path.isWellFormed() && !path.includes('\0')
    ? await inTenant(platform.db, scope, 'read', (tx) => findPackageFile(tx, packageId, normalPath(path)))
    : undefined;
  if (!file) throw new AppError('common.not_found');
  return { size: Number(file.size), storageKey: file.storage_key };
};

/**
 * The part that a `Range` header asks for: `null` for the whole file (also if the header is not understood or names several
 * parts), `unsatisfiable` if no byte of the file is in it.
 */
export const rangeOf = (header: string | undefined, size: number): Span | null | 'unsatisfiable' => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [first, last] = [match[1]!, match[2]!];
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return start > end ? null : { start, end };
};

export const openContentFile = (platform: Platform, file: ContentFile, range: Span | null): Promise<Readable> =>
  platform.files.read(file.storageKey, range ?? undefined);
