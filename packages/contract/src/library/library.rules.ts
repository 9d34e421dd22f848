/** Limits of the library that forms show and the server enforces. */
export const MINUTES_MAX = 1000;
export const PASS_MARK_DEFAULT = 80;
/** Maximum width of a picture on a slide, in pixels. */
export const PICTURE_WIDTH = 1200;
/** Limits of the labels of a course. */
export const LABEL_MAX = 50;
export const LABELS_MAX = 20;
/** Limits of the settings of a quiz. */
export const ATTEMPTS_MAX = 100;
export const DRAW_MAX = 1000;
export const TIME_LIMIT_MAX = 600;
/** Maximum number of sections of a course, of themes of a section and of steps of a theme. */
export const COURSE_PARTS_MAX = 200;
/** Largest cover that can be uploaded, in bytes, and the box it is fitted into, in pixels. */
export const COVER_BYTES = 5_000_000;
export const COVER_BOX = { width: 1200, height: 630 } as const;

export const stepKinds = ['theory', 'quiz', 'scorm'] as const;
/** Which attempt counts, if a learner plays a package more than once. */
export const scorePolicies = ['highest', 'last', 'first', 'average'] as const;
/** Courses that a chooser loads at once: in practice all of them. */
export const CHOICE_OF_COURSES_MAX = 10_000;
export const slideLayouts = ['text', 'image-right', 'image-top', 'image-full'] as const;
export const calloutTones = ['info', 'warning', 'example'] as const;
