export { ensurePaths, joinPath, pathKey, readPaths, splitPath } from './paths.service.ts';
