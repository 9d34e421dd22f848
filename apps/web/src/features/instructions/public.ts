export { chaptersFor, mayRead } from './catalog.ts';
export { chapterTitle } from './titles.ts';
export { useBook } from './use-chapters.ts';
