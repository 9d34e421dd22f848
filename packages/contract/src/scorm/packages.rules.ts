/** Largest package that can be uploaded, in bytes. */
export const SCORM_PACKAGE_MAX = 2_000_000_000;
