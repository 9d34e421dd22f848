export { ensurePaths, joinPath, pathKey, pathsById, readPaths, splitPath } from './paths.service.ts';
