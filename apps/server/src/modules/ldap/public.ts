export { openDirectory, searchPages } from './directory-client.ts';
export { asFault, DirectoryFault } from './directory-fault.ts';
export {
  type DirectoryRow,
  type Failure,
  dueDirectories,
  findDirectory,
  listDirectories,
  lockDirectory,
  noteFailure,
  noteRead,
  planNext,
} from './directories.repo.ts';
export {
  readCertificates,
  readDirectory,
  removeDirectory,
  saveDirectory,
  sealedPasswords,
  storedConfig,
  testDirectory,
} from './directories.service.ts';
export { bufferAttributes, neededAttributes, personOf } from './entries.ts';
export { findByDirectory } from './sign-in.service.ts';
export { readGroups } from './groups.ts';
