import type { Language } from '@sergak/contract/session/session.schema.ts';

export type StarterTexts = Readonly<Record<Language, string>>;
export type PageWords = Readonly<Record<string, StarterTexts>>;

/** Fills the landing page of a starter template: each `[[name]]` is replaced by the text of this name in the language. */
export const fillPage = (page: string, words: PageWords, language: Language): string =>
  page.replace(/\[\[(\w+)\]\]/g, (_, name: string) => {
    if (name === 'lang') return language;
    const word = words[name]?.[language];
    if (word === undefined) throw new Error(`The page has no words for [[${name}]] in ${language}`);
    return word;
  });
