import type { Language } from '@sergak/contract/session/session.schema.ts';
import { en } from './words-en.ts';
import { ru, type Words } from './words-ru.ts';
import { uz } from './words-uz.ts';

/** Texts of the reports by language. */
export const words: Readonly<Record<Language, Words>> = { ru, en, uz };
export type { Words };
