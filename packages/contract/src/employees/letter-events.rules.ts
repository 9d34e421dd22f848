import { bitSet } from '../bit-set.rules.ts';
import { phishingEvents } from './employees.schema.ts';

export type LetterEvent = (typeof phishingEvents)[number];

/** What became of a person's letters, as one number. */
export const { bitOf, numbersWith } = bitSet(phishingEvents);
