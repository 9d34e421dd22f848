/** Limits of the library that forms show and the server enforces. */
export const MINUTES_MAX = 1000;
export const PASS_MARK_DEFAULT = 80;
/** Maximum width of a picture on a slide, in pixels. */
export const PICTURE_WIDTH = 1200;
export const slideLayouts = ['text', 'image-right', 'image-top', 'image-full'] as const;
export const calloutTones = ['info', 'warning', 'example'] as const;
