/** Largest package that can be uploaded, in bytes. */
export const SCORM_PACKAGE_MAX = 2_000_000_000;
/** Largest picture of a course that can be uploaded, in bytes. */
export const SCORM_PICTURE_MAX = 5_000_000;
/** Longest label of a course, in characters, and most labels of one course. */
export const SCORM_LABEL_MAX = 50;
export const SCORM_LABELS_MAX = 20;
