import { z } from 'zod';
import type { Cmi, ScoState } from './runtime.rules.ts';
import { storableText } from '../text.rules.ts';
import type { CompletionRule, ScormManifest } from './scorm.schema.ts';

/** Largest body of a commit, in bytes. One element can have 64,000 characters, each up to 6 bytes long in JSON. */
export const COMMIT_MAX = 1_000_000;
/** Maximum number of elements in one commit. */
const ELEMENTS_MAX = 12_000;
/** Longest state of sequencing, in characters. */
const SEQUENCING_MAX = 400_000;
/** Numbers of interactions and of their parts go up to this. */
const INDEX_MAX = 1_000;

/** Name of an element: `cmi.…` or `adl.…`, at most 12 parts, no number above 1,000. */
const elementName = z
  .string()
  .max(255)
  .regex(/^(cmi|adl)(\.[a-zA-Z_0-9]{1,60}){1,11}$/)
  .refine((name) => name.split('.').every((part) => !/^\d+$/.test(part) || Number(part) < INDEX_MAX));
/** Whether an element can be stored. */
export const isElement = (name: string, value: unknown): value is string =>
  elementName.safeParse(name).success && typeof value === 'string';
export const cmiChanges = z
  .record(elementName, z.string().transform(storableText))
  .refine((changes) => Object.keys(changes).length <= ELEMENTS_MAX);

const completion = z.enum(['not_attempted', 'incomplete', 'completed']);
const success = z.enum(['unknown', 'passed', 'failed']);

/** What the player sends to the content origin. */
export const commitBody = z.strictObject({
  /** Grows with each commit of a player. */
  sequence: z.int().min(1).max(2_000_000_000),
  sco: z.string().min(1).max(255),
  /** Elements that differ from the last acknowledged commit. */
  changes: cmiChanges,
  /** The SCO has called Finish or Terminate. */
  ended: z.boolean(),
  /** Pages of the package that this player has seen. */
  pages: z.array(z.string().min(1).max(1_000)).max(10_000).optional(),
  /** Seconds for which this player has shown the SCO. */
  seconds: z.int().min(0).max(1_000_000),
  /** The player is closing. */
  closing: z.boolean().default(false),
  /** Elements of this SCO were rejected: what it leaves unsaid means nothing. */
  lost: z.boolean().default(false),
  /** Sequencing of SCORM 2004: its serialised state, and the result of the whole tree. */
  sequencing: z.string().max(SEQUENCING_MAX).optional(),
  root: z.strictObject({ completion, success, score: z.number().min(0).max(100).nullable() }).optional(),
});
export type CommitBody = z.output<typeof commitBody>;
export type CommitSent = z.input<typeof commitBody>;
/** Answer to a commit; `saved` is false if nothing was stored, because another player took over or the session only shows. */
export type CommitAnswer = {
  readonly saved: boolean;
  readonly sequence: number;
  readonly reason?: 'superseded' | 'ended' | 'review';
  readonly state?: ScoState;
  readonly done?: boolean;
  /** Percent of the whole package. */
  readonly progress?: number;
  /** Names of elements that are never stored; the rest of the commit was. */
  readonly rejected?: readonly string[];
};

/** What the server writes into the player page. */
export type PlayerState = {
  readonly manifest: ScormManifest;
  readonly package_id: string;
  readonly mode: 'normal' | 'review' | 'browse';
  readonly rule: CompletionRule;
  /** Pages that the learner has seen. */
  readonly pages: readonly string[];
  readonly learner: { readonly id: string; readonly name: string; readonly language: string };
  readonly current_sco: string;
  readonly sequencing: string | null;
  readonly scos: Readonly<Record<string, { readonly cmi: Cmi; readonly state: ScoState; readonly seconds: number }>>;
  /** Origin of the portal, for messages. */
  readonly portal: string;
  readonly texts: Readonly<
    Record<'contents' | 'previous' | 'next' | 'done' | 'failed' | 'begun' | 'end' | 'open', string>
  >;
};

/** Messages of the player to the page of the portal; nothing but its display depends on them. */
export type PlayerMessage =
  | { readonly sergak: 'scorm'; readonly kind: 'ready'; readonly title: string }
  | {
      readonly sergak: 'scorm';
      readonly kind: 'save';
      readonly state: 'saved' | 'saving' | 'offline' | 'rejected' | 'superseded' | 'ended';
    }
  | { readonly sergak: 'scorm'; readonly kind: 'progress'; readonly progress: number; readonly done: boolean }
  | { readonly sergak: 'scorm'; readonly kind: 'exit' };

export const launched = z.object({
  /** Opens once, on the content origin. */
  url: z.string(),
  mode: z.enum(['normal', 'review']),
  title: z.string(),
  number: z.int(),
  completion,
  success,
  score: z.number().nullable(),
  progress: z.number(),
});

const interaction = z.object({
  number: z.int(),
  name: z.string(),
  type: z.string(),
  description: z.string(),
  response: z.string(),
  correct_pattern: z.string(),
  result: z.string(),
  latency: z.string(),
});
const scoResult = z.object({
  id: z.string(),
  title: z.string(),
  completion,
  success,
  score: z.number().nullable(),
  seconds: z.int(),
  interactions: z.array(interaction),
});
const registration = z.object({
  id: z.uuid(),
  step_id: z.uuid(),
  title: z.string(),
  number: z.int(),
  completion,
  success,
  score: z.number().nullable(),
  progress: z.number(),
  seconds: z.int(),
  started_at: z.string(),
  last_at: z.string(),
  completed_at: z.string().nullable(),
  scos: z.array(scoResult),
});
export const scormResults = z.object({ data: z.array(registration) });
export type ScormResults = z.output<typeof scormResults>;

/** State of the newest registration of a person in a course. */
export const statement = z.object({
  registration_id: z.uuid(),
  step_id: z.uuid(),
  sco_id: z.string(),
  statement: z.record(z.string(), z.string()),
  completion,
  success,
  score: z.number().nullable(),
  progress: z.number(),
  seconds: z.int(),
});
