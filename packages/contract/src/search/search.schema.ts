import { z } from 'zod';
import { instant } from '../paging.ts';
import { entryKinds, thingKinds } from './search.rules.ts';

/** A thing that a search finds, as a line of the list. */
export const foundThing = z.object({
  kind: z.enum(thingKinds),
  id: z.uuid(),
  title: z.string(),
  /** What tells it apart from others of the same title: department and address of a person, the parent of a department. */
  detail: z.string(),
  /** Start of a campaign, deadline of an assignment, the time at which a report was ordered. */
  at: instant.nullable(),
  /** Whether it is a course that can be assigned, so one that was published. */
  assignable: z.boolean(),
  /** How well it fits, the best first (`fits` of `search.rules.ts`). */
  fit: z.int().min(0).max(3),
});
export type FoundThing = z.output<typeof foundThing>;

/** What a person opened: a thing by its id; a page or an action by its name in the web. */
export const openedThing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(thingKinds), thing: z.uuid() }),
  z.strictObject({ kind: z.enum(entryKinds), thing: z.string().regex(/^[\w./#-]{1,100}$/) }),
]);
export type OpenedThing = z.output<typeof openedThing>;

export const recentThing = z.union([
  z.object({
    kind: z.enum(thingKinds),
    thing: z.uuid(),
    title: z.string(),
    detail: z.string(),
    at: instant.nullable(),
  }),
  z.object({ kind: z.enum(entryKinds), thing: z.string() }),
]);
export type RecentThing = z.output<typeof recentThing>;
