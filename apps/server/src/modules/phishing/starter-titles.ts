import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { starterPhishing, type StarterTexts } from './starter-files.ts';

/** Titles of categories of the starter library that nobody renamed are shown in the language of the reader. */
export const categoryTitles = async (language: Language) => {
  const { categories } = await starterPhishing();
  return ({ slug, title }: { slug: string; title: string }): string => {
    const known = categories.find((one) => one.slug === slug)?.title;
    return known && languages.some((one) => known[one] === title) ? known[language] : title;
  };
};

/** A text of a copy in the language of the reader, while nobody has changed it. */
export const starterText = (
  stored: string,
  texts: StarterTexts | undefined,
  written: Language,
  reader: Language,
): string => (texts?.[written] === stored ? texts[reader] : stored);
