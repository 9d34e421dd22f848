export { newestRelease } from './newest-release.ts';
