export { ScormPackageError } from './packages-error.ts';
export { openArchive, zipLimits, type Archive } from './zip-directory.ts';
