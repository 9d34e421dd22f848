export { findPackPackage, writePackageZip } from './pack.service.ts';
export { ScormPackageError } from './packages-error.ts';
export { assertPackageQuota, keepPackage } from './packages-import.service.ts';
export { unpackNew, type Unpacked } from './packages-unpack.service.ts';
export { openArchive, zipLimits, type Archive } from './zip-directory.ts';
