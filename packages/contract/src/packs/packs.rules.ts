import { MEDIA_BYTES } from '../library/media.rules.ts';

/** Name and number of the format of content packs, in their manifest. Version 2 added packages of SCORM. */
export const PACK_FORMAT = 'sergak-content-pack';
export const PACK_VERSION = 2;
/** Largest pack that can be uploaded, and largest manifest in it, in bytes. */
export const PACK_BYTES_MAX = 500_000_000;
export const MANIFEST_BYTES_MAX = 20_000_000;
/** Most files of a pack, and most unpacked bytes. */
export const PACK_FILES_MAX = 5_000;
export const PACK_UNPACKED_MAX = 2_000_000_000;
/** Most courses, most templates and most packages of a pack. */
export const PACK_THINGS_MAX = 200;
/** Most bytes of a file of a pack, by its use. Pictures and attachments are read into memory one after the other. */
export const PACK_FILE_BYTES = {
  image: 20_000_000,
  logo: 20_000_000,
  picture: 20_000_000,
  attachment: 5_000_000,
  audio: MEDIA_BYTES.audio,
  video: MEDIA_BYTES.video,
  captions: 2 * MEDIA_BYTES.captions,
} as const;

/** Why a pack is rejected. */
export const packRejections = [
  'not_a_zip',
  'damaged',
  'encrypted',
  'too_large',
  'too_many_files',
  'path_unsafe',
  'manifest_missing',
  'manifest_invalid',
  'newer_format',
  'file_missing',
  'file_type',
  'package',
  'text_rejected',
  'not_allowed',
  'quota',
] as const;
export type PackRejection = (typeof packRejections)[number];
