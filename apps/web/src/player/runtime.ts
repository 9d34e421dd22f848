import type { Cmi } from '@sergak/contract/scorm/runtime.rules.ts';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import { storableText } from '@sergak/contract/text.rules.ts';
import type { ScormItem } from '@sergak/contract/scorm/scorm.schema.ts';

/** What a SCO asks for when it ends: the next or previous part, a named part, or leaving. */
export type Wish =
  | { readonly to: 'next' | 'previous' | 'leave' | 'nothing' }
  | { readonly to: 'part'; readonly id: string };

/** What the player learns from the run-time API of the open SCO. */
export type RuntimeEvents = {
  /** An element has changed; `weight` is the size of its value. */
  changed(element: string, weight: number): void;
  /** The SCO asks for its state to be stored. */
  commit(): void;
  /** The SCO has called Finish or Terminate. */
  ended(wish: Wish): void;
};

/** Parts that sequencing of SCORM 2004 opens and allows. Without sequencing the learner moves freely. */
export type Sequencer = {
  /** Continues at the stored state, or begins; false if the package cannot be opened that way. */
  begin(stored: string | null, events: SequencerEvents): boolean;
  request(request: 'continue' | 'previous' | 'choice', id?: string): boolean;
  serialize(): string;
  /** Result of the whole tree. */
  root(): {
    completion: 'not_attempted' | 'incomplete' | 'completed';
    success: 'unknown' | 'passed' | 'failed';
    score: number | null;
  };
};
export type SequencerEvents = {
  deliver(id: string): void;
  over(): void;
  allowed(o: { next: boolean; previous: boolean; choice: Readonly<Record<string, string>> }): void;
};

/** The run-time API of one standard, which SCOs find at the player's window. */
export type Runtime = {
  /** Prepares the API for a SCO: its stored state is complete before the SCO's first call. */
  open(item: ScormItem, stored: Cmi, state: PlayerState): void;
  /** The elements that the SCO has set or may set. */
  snapshot(): Cmi;
  /** Whether the SCO has begun a session and not ended it. */
  isRunning(): boolean;
  /** Ends the session for a SCO that did not. */
  terminate(): void;
  readonly sequencer: Sequencer | null;
};

/** Elements that the product sets for each launch; they are not part of the stored state. */
const isOwnElement =
  /^cmi\.(core\.)?(student_id|student_name|learner_id|learner_name|credit|entry|lesson_mode|mode|_version)$|^cmi\.(student_data\.|launch_data|max_time_allowed|time_limit_action|completion_threshold|scaled_passing_score|comments_from_lms)|_children$|_count$/;
/** Elements of the last session that a new session must not find. */
const ofSession = /^cmi\.(core\.)?(session_time|exit)$/;

/** Flat elements as texts that can be stored. Empty lists and objects are left out. */
export const storedElements = (flat: Readonly<Record<string, unknown>>): Cmi =>
  Object.fromEntries(
    Object.entries(flat).flatMap(([name, value]) =>
      isOwnElement.test(name) || typeof value === 'object' || value === undefined
        ? []
        : [[name, storableText(String(value))]],
    ),
  );

/** Stored elements for a new session. */
export const seedElements = (stored: Cmi): Record<string, string> =>
  Object.fromEntries(Object.entries(stored).filter(([name, value]) => value !== '' && !ofSession.test(name)));

/**
 * How the SCO is entered. A SCO with a stored state resumes it, also when the tab was closed before the SCO could say that it
 * suspends.
 */
export const entryOf = (stored: Cmi, done: boolean): '' | 'ab-initio' | 'resume' => {
  const exit = stored['cmi.core.exit'] ?? stored['cmi.exit'] ?? '';
  if (Object.keys(stored).length === 0) return 'ab-initio';
  return done && exit !== 'suspend' ? '' : 'resume';
};
