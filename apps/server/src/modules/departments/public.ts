export { ensurePaths, joinPath, pathKey, pathsById, readOnlyOnes, readPaths, splitPath } from './paths.service.ts';
export { pathTo } from './departments.query.ts';
export { insertDefaultDepartment, lockTree } from './departments.repo.ts';
export { dissolve, makeByPath, moveBelow, placeByPath } from './sync.service.ts';
