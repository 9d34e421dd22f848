import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_WIDTH } from '@sergak/contract/library/library.rules.ts';
import type { PackFile } from '@sergak/contract/packs/packs.schema.ts';
import type { Caller } from '../../platform/bounded-worker.ts';
import { AppError } from '../../platform/errors.ts';
import { redraw } from '../files/public.ts';
import { contentOf } from '../library/public.ts';
import { checkedAttachment, encodePicture, LOGO, type CheckedAttachment } from '../phishing/public.ts';
import { PackError } from './packs-error.ts';
import type { OpenPack } from './packs-read.ts';

/** A file that was judged by its content and waits on the disk, ready to be stored. */
export type CheckedFile = {
  readonly path: string;
  readonly size: number;
  readonly name: string;
  readonly type: string;
} & (
  | { readonly use: 'media' }
  | { readonly use: 'picture'; readonly width: number; readonly height: number }
  | { readonly use: 'attachment'; readonly reports: CheckedAttachment['reports'] }
);
/** The same with its bytes; null if they are on the disk already. */
type Judged = Pick<CheckedFile, 'name' | 'type'> & { readonly bytes: Buffer | null } & (
    | { readonly use: 'media' }
    | { readonly use: 'picture'; readonly width: number; readonly height: number }
    | { readonly use: 'attachment'; readonly reports: CheckedAttachment['reports'] }
  );

const SLIDE_PICTURE = {
  box: { width: PICTURE_WIDTH, height: 2 * PICTURE_WIDTH },
  look: { fit: 'inside', format: 'webp' },
  drawings: false,
} as const;
/** A logo is drawn anew, but never from a drawing of somebody else. */
const FOREIGN_LOGO = { ...LOGO, drawings: false } as const;

const judge = async (pack: OpenPack, file: PackFile, path: string, caller: Caller): Promise<Judged | null> => {
  const { use, name } = file;
  if (use === 'audio' || use === 'video' || use === 'captions') {
    await pack.copy(file, path);
    return { use: 'media', name, ...(await contentOf({ path }, use, caller)) };
  }
  const bytes = await pack.bytes(file);
  if (use === 'attachment') return { use, ...(await checkedAttachment(bytes, name, caller)) };
  if (use === 'picture') {
    const drawn = await encodePicture(bytes, caller);
    return drawn && { use, name, type: drawn.type, bytes: drawn.bytes, width: drawn.width, height: drawn.height };
  }
  const drawn = await redraw({ ...(use === 'logo' ? FOREIGN_LOGO : SLIDE_PICTURE), bytes }, caller);
  return drawn && { use: 'media', name, type: use === 'logo' ? 'image/png' : 'image/webp', bytes: drawn };
};

/**
 * Judges a file of a pack by its content, encodes it again and writes it to the disk, so that one file at a time is in
 * memory. Throws {@link PackError} if it is not what it says.
 */
export const checkFile = async (
  pack: OpenPack,
  file: PackFile,
  folder: string,
  caller: Caller,
): Promise<CheckedFile> => {
  const path = join(folder, file.id);
  const judged = await judge(pack, file, path, caller).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500 && error.status !== 429)
      throw new PackError('file_type', [file.name]);
    throw error;
  });
  if (!judged) throw new PackError('file_type', [file.name]);
  const { bytes, ...checked } = judged;
  if (bytes) await writeFile(path, bytes);
  return { ...checked, path, size: bytes?.length ?? (await stat(path)).size };
};
