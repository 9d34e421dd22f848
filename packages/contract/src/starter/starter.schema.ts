import { z } from 'zod';
import { language } from '../session/session.schema.ts';
import { audiences } from './starter.rules.ts';

/** Name of an entry: the name of its folder in `content/`. */
export const starterSlug = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[a-z0-9-]+$/);
export const audience = z.enum(audiences);

/** The copy that the organisation has of an entry. */
export const starterCopy = z.object({
  id: z.uuid(),
  /** Language of the copy; a template has all of them, its base first. */
  language,
  archived: z.boolean(),
  /** Whether somebody changed the copy after it was made. */
  changed: z.boolean(),
  /** Whether the library has a newer version. */
  outdated: z.boolean(),
});
export type StarterCopy = z.output<typeof starterCopy>;

/** A text in which a copy and the library differ, as plain text. */
export const difference = z.object({
  part: z.enum([
    'name',
    'description',
    'subject',
    'sender',
    'email',
    'page',
    'tips',
    'attachment',
    'slide',
    'question',
    'structure',
    'summary',
  ]),
  /** Language of the text. */
  language,
  /** Title of the slide, number of the question; empty if there is only one. */
  title: z.string(),
  /** Of the copy; empty if the copy does not have this text. */
  before: z.string(),
  /** Of the library; empty if the library no longer has it. */
  after: z.string(),
});
export type Difference = z.output<typeof difference>;

/** `replace`: an unchanged copy gets the newer version. `second`: the organisation gets another copy. */
export const updateHow = z.enum(['replace', 'second']);
