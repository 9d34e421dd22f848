/** Limits of the library that forms show and the server enforces. */
export const MINUTES_MAX = 1000;
export const PASS_MARK_DEFAULT = 80;
/** Widest picture that a slide needs, in pixels. */
export const PICTURE_WIDTH = 1200;
