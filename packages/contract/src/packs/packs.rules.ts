/** Name and number of the format of content packs, in their manifest. */
export const PACK_FORMAT = 'sergak-content-pack';
export const PACK_VERSION = 1;
/** Largest pack that can be uploaded, and largest manifest in it, in bytes. */
export const PACK_BYTES_MAX = 500_000_000;
export const MANIFEST_BYTES_MAX = 20_000_000;
/** Most files of a pack, and most unpacked bytes. */
export const PACK_FILES_MAX = 5_000;
export const PACK_UNPACKED_MAX = 2_000_000_000;
/** Most courses and most templates of a pack. */
export const PACK_THINGS_MAX = 200;

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
  'text_rejected',
  'not_allowed',
  'quota',
] as const;
export type PackRejection = (typeof packRejections)[number];
