export { findFile, forgetFiles, type Visibility } from './files.repo.ts';
export { discardFiles, storeFile, storePicture } from './files.service.ts';
export { redraw, redrawUpload } from './picture.service.ts';
export { deliverWorkbook } from './workbook.service.ts';
