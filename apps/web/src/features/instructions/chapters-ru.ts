import type { Chapter } from './chapter.ts';

const files = import.meta.glob<Chapter>('../../../../../content/instructions/ru/*.md', {
  eager: true,
  import: 'default',
});
export const chapters: readonly Chapter[] = Object.values(files);
const found = import.meta.glob<string>('../../../../../content/instructions/pictures/ru/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
/** Address of a picture by its name. */
export const pictures: ReadonlyMap<string, string> = new Map(
  Object.entries(found).map(([path, url]) => [path.replace(/^.*\/|\.webp$/g, ''), url]),
);
