import { z } from 'zod';
import { presentationKinds } from './presentations.rules.ts';

export const presentationKind = z.enum(presentationKinds);
export const presentationFormats = z.object({
  /** Kinds of files that this installation can import. */
  kinds: z.array(presentationKind),
});
export const presentationImport = z.strictObject({
  /** Whether the speaker's notes of a PPTX file become the text of its slides. */
  with_notes: z.stringbool().or(z.boolean()).default(false),
});
export const startedPresentation = z.object({ task_id: z.uuid() });

/** Result of the task of an import. */
export const presentationResult = z.object({
  module_id: z.uuid(),
  /** Number of slides that were added to the module. */
  slides: z.int(),
  /** Number of slides on which no text was found; their pictures need a description. */
  without_text: z.int(),
  /** Number of slides that got sound, and number of sounds in formats that browsers cannot play. */
  sounds: z.int(),
  sounds_skipped: z.int(),
});
export type PresentationResult = z.output<typeof presentationResult>;
