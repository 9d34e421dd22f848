import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { textsOf } from '../../platform/texts.ts';

/** The texts of the file with the rejected lines, which names reasons as the screen does. */
export const importTexts = (language: Language) =>
  textsOf<'employees__server', 'employees__import' | 'commons'>(language, 'employees__server');

const inAllLanguages = languages.map(importTexts);
const noted = new Set(inAllLanguages.flatMap((t) => [t('import.line'), t('import.reason')]));
/** Beginnings of the headings of cells beyond the header of the file; a number follows. */
const surplus = inAllLanguages.map((t) => t('import.surplus'));

/**
 * Columns that only a file of rejected lines has. When the repaired file is uploaded, `notes` are ignored, and a line is rejected
 * until its cells in the columns `surplus` are empty.
 */
export const ownColumns = (headers: readonly string[]) => {
  const of = (is: (heading: string) => boolean) =>
    new Set(headers.flatMap((heading, i) => (is(heading.trim()) ? [i] : [])));
  return {
    notes: of((heading) => noted.has(heading)),
    surplus: of((heading) => surplus.some((word) => heading.startsWith(word))),
  };
};
