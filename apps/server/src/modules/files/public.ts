export { findFile, forgetFiles, type Visibility } from './files.repo.ts';
export { storeFile, storePicture } from './files.service.ts';
