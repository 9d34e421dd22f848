import { rm, writeFile } from 'node:fs/promises';
import { PICTURE_WIDTH } from '@sergak/contract/library/library.rules.ts';
import { MEDIA_BYTES } from '@sergak/contract/library/media.rules.ts';
import type { PackFile } from '@sergak/contract/packs/packs.schema.ts';
import type { Caller } from '../../platform/bounded-worker.ts';
import type { Platform } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { scratchPath } from '../../platform/files.ts';
import { redraw } from '../files/public.ts';
import { contentOf } from '../library/public.ts';
import { checkedAttachment, encodePicture, LOGO, type CheckedAttachment } from '../phishing/public.ts';
import { PackError } from './packs-error.ts';

/** A file that was judged by its content, ready to be stored. */
export type CheckedFile = { readonly bytes: Buffer; readonly name: string; readonly type: string } & (
  | { readonly use: 'media' }
  | { readonly use: 'picture'; readonly width: number; readonly height: number }
  | { readonly use: 'attachment'; readonly checked: CheckedAttachment }
);

const SLIDE_PICTURE = {
  box: { width: PICTURE_WIDTH, height: 2 * PICTURE_WIDTH },
  look: { fit: 'inside', format: 'webp' },
  drawings: false,
} as const;
/** A logo is drawn anew, but never from a drawing of somebody else. */
const FOREIGN_LOGO = { ...LOGO, drawings: false } as const;

const media = async (
  platform: Platform,
  { name }: PackFile,
  use: 'audio' | 'video' | 'captions',
  bytes: Buffer,
  caller: Caller,
) => {
  if (bytes.length > MEDIA_BYTES[use]) throw new PackError('too_large', [name]);
  const path = scratchPath(platform.files, '.media');
  try {
    await writeFile(path, bytes);
    const content = await contentOf({ path }, use, caller);
    return { use: 'media' as const, name, type: content.type, bytes: content.bytes ?? bytes };
  } finally {
    await rm(path, { force: true });
  }
};

const check = async (
  platform: Platform,
  file: PackFile,
  bytes: Buffer,
  caller: Caller,
): Promise<CheckedFile | null> => {
  const { use, name } = file;
  if (use === 'audio' || use === 'video' || use === 'captions') return media(platform, file, use, bytes, caller);
  if (use === 'attachment') {
    const checked = await checkedAttachment(bytes, name, caller);
    return { use, checked, bytes: checked.bytes, name: checked.name, type: checked.type };
  }
  if (use === 'picture') {
    const drawn = await encodePicture(bytes, caller);
    return drawn && { use, name, type: drawn.type, bytes: drawn.bytes, width: drawn.width, height: drawn.height };
  }
  const drawn = await redraw({ ...(use === 'logo' ? FOREIGN_LOGO : SLIDE_PICTURE), bytes }, caller);
  return drawn && { use: 'media', name, type: use === 'logo' ? 'image/png' : 'image/webp', bytes: drawn };
};

/** Judges a file of a pack by its content and encodes it again. Throws {@link PackError} if it is not what it says. */
export const checkFile = async (
  platform: Platform,
  file: PackFile,
  bytes: Buffer,
  caller: Caller,
): Promise<CheckedFile> => {
  const checked = await check(platform, file, bytes, caller).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500 && error.status !== 429)
      throw new PackError('file_type', [file.name]);
    throw error;
  });
  if (!checked) throw new PackError('file_type', [file.name]);
  return checked;
};
