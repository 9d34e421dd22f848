/** What an author may upload to a module. */
export const mediaKinds = ['image', 'audio', 'video', 'captions'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** Maximum size of an upload in bytes, by its kind. */
export const MEDIA_BYTES = {
  image: 10_000_000,
  audio: 50_000_000,
  video: 120_000_000,
  captions: 1_000_000,
} as const satisfies Record<MediaKind, number>;
/** File names offered by the file dialog. The server judges the content, not the name. */
export const mediaEndings = {
  image: ['.png', '.jpg', '.jpeg', '.webp'],
  audio: ['.mp3', '.ogg', '.m4a'],
  video: ['.mp4', '.webm'],
  captions: ['.vtt', '.srt'],
} as const satisfies Record<MediaKind, readonly string[]>;

export const ALT_MAX = 500;
/** Sides of a resized picture in pixels. */
export const PICTURE_SIDE_MIN = 64;
export const PICTURE_SIDE_MAX = 4000;
export const TRANSCRIPT_MAX = 20_000;
/** Maximum number of slides in a module. */
export const SLIDES_MAX = 500;
