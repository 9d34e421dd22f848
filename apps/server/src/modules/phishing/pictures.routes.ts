import { picturesEndpoints } from '@sergak/contract/phishing/pictures.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { importSavedEmail, readImportContents } from './import.service.ts';
import * as pictures from './pictures.service.ts';

export const picturesRoutes = bind(picturesEndpoints, {
  'phishing.pictures': pictures.templatePictures,
  'phishing.picture-add': pictures.addPicture,
  'phishing.picture-replace': pictures.replacePicture,
  'phishing.picture-remove': pictures.removePicture,
  'phishing.redirect-pictures': pictures.pagePictures,
  'phishing.redirect-picture-add': pictures.addPagePicture,
  'phishing.redirect-picture-replace': pictures.replacePagePicture,
  'phishing.redirect-picture-remove': pictures.removePagePicture,
  'phishing.import-contents': readImportContents,
  'phishing.import': importSavedEmail,
});
