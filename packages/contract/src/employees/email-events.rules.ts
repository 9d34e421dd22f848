import { bitSet } from '../bit-set.rules.ts';
/** Stored events of a person's emails. Unsent emails are not stored: they depend on the sending, not on the person. */
export const storedEmailEvents = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data'] as const;
export type KeptEvent = (typeof storedEmailEvents)[number];

/** The events of all emails of a person, as one number. */
export const { bitOf, numbersWith } = bitSet(storedEmailEvents);
