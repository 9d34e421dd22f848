import { bitSet } from '../bit-set.rules.ts';
/** What is kept of a person's emails. What was not sent is not kept: it changes with the sending and not with the person. */
export const keptEvents = ['sent', 'opened', 'clicked', 'opened_attachment', 'entered_data'] as const;
export type KeptEvent = (typeof keptEvents)[number];

/** What became of a person's emails, as one number. */
export const { bitOf, numbersWith } = bitSet(keptEvents);
