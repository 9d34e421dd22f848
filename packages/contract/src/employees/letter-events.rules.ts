import { phishingEvents } from './employees.schema.ts';

export type LetterEvent = (typeof phishingEvents)[number];

/** What became of a person's letters is kept as one number: each event has a bit of it. */
export const bitOf = (event: LetterEvent): number => 1 << phishingEvents.indexOf(event);

/** Every such number that has at least one of these events. */
export const numbersWith = (events: readonly LetterEvent[]): number[] => {
  const asked = events.reduce((bits, event) => bits | bitOf(event), 0);
  return Array.from({ length: 1 << phishingEvents.length }, (_, number) => number).filter((number) => number & asked);
};
