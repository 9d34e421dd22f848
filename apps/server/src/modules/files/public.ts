export { deliverArchive, writeArchive } from './delivery.service.ts';
export { findFile, deleteFileRows, insertFile, type Visibility } from './files.repo.ts';
export {
  assertQuota,
  discardFiles,
  storeFile,
  storePicture,
  storePictureInQuota,
  storeUpload,
} from './files.service.ts';
export { callerOf, redraw, redrawPicture, redrawUpload } from './picture.service.ts';
export type { PictureTask } from './picture.types.ts';
export { deliverWorkbook } from './workbook.service.ts';
