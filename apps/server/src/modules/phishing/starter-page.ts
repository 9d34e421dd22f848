import type { Language } from '@sergak/contract/session/session.schema.ts';

export type Texts = Readonly<Record<Language, string>>;
export type PageWords = Readonly<Record<string, Texts>>;

/** The landing page of a starter scenario in a language: one document, with the words of that language in place of each `[[name]]`. */
export const fillPage = (page: string, words: PageWords, language: Language): string =>
  page.replace(/\[\[(\w+)\]\]/g, (_, name: string) => {
    if (name === 'lang') return language;
    const word = words[name]?.[language];
    if (word === undefined) throw new Error(`The page has no words for [[${name}]] in ${language}`);
    return word;
  });
