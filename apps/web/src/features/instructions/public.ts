export { chaptersFor } from './catalog.ts';
export { useBook } from './use-chapters.ts';
