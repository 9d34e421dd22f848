import type { Language } from '@sergak/contract/session/session.schema.ts';

const files = import.meta.glob<string>('../../../../../content/instructions/*/*.md', {
  eager: true,
  query: '?title',
  import: 'default',
});
/** By language and id, as in `ru/tags`. */
const titles = new Map(
  Object.entries(files).map(([path, title]) => [path.replace(/^.*\/(\w+)\/\d+-([\w-]+)\.md$/, '$1/$2'), title]),
);

/** The title of a chapter, without loading its text. */
export const chapterTitle = (language: Language, id: string): string => titles.get(`${language}/${id}`) ?? '';
