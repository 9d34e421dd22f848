export { openDirectory, searchPages } from './directory-client.ts';
export { toDirectoryFault, DirectoryFault } from './directory-fault.ts';
export {
  type DirectoryRow,
  type DirectoryFailure,
  dueDirectories,
  findDirectory,
  listDirectories,
  lockDirectory,
  noteDirectoryFailure,
  noteRead,
  planNext,
} from './directories.repo.ts';
export {
  readDirectoryCertificates,
  readDirectory,
  removeDirectory,
  saveDirectory,
  sealedPasswords,
  storedDirectoryConfig,
  testDirectory,
} from './directories.service.ts';
export { bufferAttributes, neededAttributes, personOf } from './entries.ts';
export { findByDirectory } from './sign-in.service.ts';
export { readDirectoryGroups } from './groups.ts';
