export { getEmail, requireKnownVariables } from './emails.service.ts';
export { isOfficeFormat } from './documents/office-check.ts';
export { sheetParts, wordParts } from './documents/generated.ts';
export { calendarInvitation as invitation } from './documents/invitation.ts';
export { trackedParts } from './documents/office.ts';
export { preparePackage, readPackage, type FillPackage, type PackagePart as Part } from './documents/package.ts';
export { importAsTemplate } from './import.service.ts';
export { logoAddress, namesOf } from './phishing.query.ts';
export { pageInLanguage } from './phishing.repo.ts';
export { findPictureFiles } from './pictures.query.ts';
export { discardUnused } from './pictures.service.ts';
export { findMaker } from './preview.query.ts';
export { previewAddress, valuesFor } from './preview.service.ts';
export { findRedirectPage } from './redirect-pages.repo.ts';
export { foreignSenders, requireSenders } from './senders.service.ts';
export { starterTemplateSlugs } from './starter-files.ts';
export { addStarterCategories, adoptTemplates } from './starter.service.ts';
export { checkedAttachment, storeAttachment, type CheckedAttachment } from './attachments.service.ts';
export {
  cleanPackTemplate,
  insertPackTemplate,
  packTemplateName,
  PackTextError,
  templateForPack,
} from './pack.service.ts';
export type { LibraryPicture } from './pictures.repo.ts';
export { encodePicture } from './pictures.service.ts';
export { LOGO } from './templates.service.ts';
