import type { ScorePolicy } from '../library/library.schema.ts';
import { launchableItems } from './items.rules.ts';
import type { ScormItem, ScormManifest, ScormStandard } from './scorm.schema.ts';

// What the data model of a SCO means. The server decides with these functions; the player marks its contents list with them.

/** Elements of the data model by their full names, as the SCO set them. */
export type Cmi = Readonly<Record<string, string>>;
export type Completion = 'not_attempted' | 'incomplete' | 'completed';
export type Success = 'unknown' | 'passed' | 'failed';
export type PackageState = {
  readonly completion: Completion;
  readonly success: Success;
  /** Percent. */
  readonly score: number | null;
  /** Percent. */
  readonly progress: number;
};
export type ScoState = PackageState & {
  /** Completed only because the SCO ended itself without reporting a status or a score. */
  readonly silent: boolean;
};
export const untouchedSco: ScoState = {
  completion: 'not_attempted',
  success: 'unknown',
  score: null,
  progress: 0,
  silent: false,
};

const numberOf = (text: string | undefined): number | null =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text);
const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100;

/** A score in percent: the scaled score, otherwise the raw score between its limits (0 and 100 unless the SCO names them). */
const scoreOf = (cmi: Cmi, at: string): number | null => {
  const scaled = numberOf(cmi[`${at}.scaled`]);
  if (scaled !== null) return percent(scaled);
  const raw = numberOf(cmi[`${at}.raw`]);
  if (raw === null) return null;
  const min = numberOf(cmi[`${at}.min`]) ?? 0;
  const max = numberOf(cmi[`${at}.max`]) ?? 100;
  return percent(max > min ? (raw - min) / (max - min) : raw / 100);
};

/** How a SCO was left. `ended`: it has called Finish or Terminate. `lost`: some of what it reported could not be stored. */
export type Leaving = { readonly ended: boolean; readonly lost: boolean };

/**
 * State of a SCORM 1.2 SCO. With a pass mark in the manifest the score decides, unless the learner left in the middle. A SCO that
 * ends without ever setting a status counts as completed, unless something that it reported was lost.
 */
const readState12 = (item: ScormItem, cmi: Cmi, { ended, lost }: Leaving): ScoState => {
  const status = cmi['cmi.core.lesson_status'] ?? '';
  const raw = numberOf(cmi['cmi.core.score.raw']);
  const suspended = cmi['cmi.core.exit'] === 'suspend';
  const verdict = ['passed', 'failed', 'completed'].includes(status);
  const score = scoreOf(cmi, 'cmi.core.score');
  const mastered = item.mastery_score !== null && raw !== null && (verdict || (ended && !suspended));
  if (mastered) {
    const success = raw >= item.mastery_score! ? 'passed' : 'failed';
    return { completion: 'completed', success, score, progress: 100, silent: false };
  }
  const unsaid = ended && !lost && !suspended && (status === '' || status === 'not attempted');
  const completion =
    verdict || unsaid ? 'completed' : status === '' || status === 'not attempted' ? 'not_attempted' : 'incomplete';
  const success = status === 'passed' || status === 'failed' ? status : 'unknown';
  const progress = completion === 'completed' ? 100 : 0;
  return { completion, success, score, progress, silent: unsaid && score === null };
};

/** State of a SCORM 2004 SCO: pass mark and completion threshold of the manifest take precedence over what the SCO claims. */
const readState2004 = (item: ScormItem, cmi: Cmi, { ended, lost }: Leaving): ScoState => {
  const measure = numberOf(cmi['cmi.progress_measure']);
  const scaled = numberOf(cmi['cmi.score.scaled']);
  const claimed = cmi['cmi.completion_status'] ?? '';
  const succeeded = cmi['cmi.success_status'] ?? '';
  const suspended = cmi['cmi.exit'] === 'suspend';
  const success: Success =
    item.scaled_passing_score !== null && scaled !== null
      ? scaled >= item.scaled_passing_score
        ? 'passed'
        : 'failed'
      : succeeded === 'passed' || succeeded === 'failed'
        ? succeeded
        : 'unknown';
  // The player leaves out a status that the SCO never set: `unknown` was said by the SCO itself.
  const unsaid = ended && !lost && !suspended && success === 'unknown' && claimed === '' && succeeded === '';
  const touched = Object.keys(cmi).length > 0;
  const completion: Completion =
    item.completion_threshold !== null && measure !== null
      ? measure >= item.completion_threshold
        ? 'completed'
        : 'incomplete'
      : claimed === 'completed' || unsaid
        ? 'completed'
        : claimed === 'not attempted' || !touched
          ? 'not_attempted'
          : 'incomplete';
  const progress = completion === 'completed' ? 100 : measure === null ? 0 : percent(measure);
  const score = scoreOf(cmi, 'cmi.score');
  return { completion, success, score, progress, silent: unsaid && completion === 'completed' && score === null };
};

export const readScoState = (standard: ScormStandard, item: ScormItem, cmi: Cmi, leaving: Leaving): ScoState =>
  standard === '1.2' ? readState12(item, cmi, leaving) : readState2004(item, cmi, leaving);

/** Whether a SCO is done: passed, or completed without having failed. */
export const isRegistrationDone = (state: Pick<ScoState, 'completion' | 'success'>): boolean =>
  state.success === 'passed' || (state.completion === 'completed' && state.success !== 'failed');

/** A done SCO stays done, and its score never falls afterwards. One that was silent can still report something. */
export const keepDone = (before: ScoState, next: ScoState): ScoState =>
  !isRegistrationDone(before) || (before.silent && !next.silent && next.completion !== 'not_attempted')
    ? next
    : {
        ...before,
        success: next.success === 'passed' ? 'passed' : before.success,
        score: maxOf(before.score, next.score),
      };
export const maxOf = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b);

/** Whether the order of the SCOs is decided by sequencing rules of the manifest. */
export const isSequenced = (manifest: ScormManifest): boolean =>
  manifest.standard === '2004' && launchableItems(manifest.items).length > 1 && hasSequencing(manifest);
const hasSequencing = (node: Pick<ScormItem, 'sequencing' | 'items'>): boolean =>
  node.sequencing !== null || node.items.some(hasSequencing);

/** Score of a step from the scores of its registrations, the oldest first. */
export const scoreByPolicy = (policy: ScorePolicy, scores: readonly (number | null)[]): number | null => {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  const score =
    policy === 'highest'
      ? Math.max(...known)
      : policy === 'last'
        ? known.at(-1)!
        : policy === 'first'
          ? known[0]!
          : known.reduce((sum, n) => sum + n, 0) / known.length;
  return Math.round(score);
};

/** Seconds of a time of SCORM 1.2 (`HHHH:MM:SS.SS`) or 2004 (`PT1H30M5S`); null if the text is neither. */
export const secondsOf = (text: string | undefined): number | null => {
  const clock = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/.exec(text ?? '');
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text ?? '');
  if (!iso || text === 'P') return null;
  const [years, months, days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0));
  return (((years! * 365 + months! * 30 + days!) * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
};

const two = (n: number): string => String(n).padStart(2, '0');
/** Seconds as the total time of a SCO expects them. */
export const timeOf = (standard: ScormStandard, seconds: number): string => {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  return standard === '1.2'
    ? `${String(Math.min(h, 9999)).padStart(4, '0')}:${two(m)}:${two(s)}.00`
    : `PT${h}H${m}M${s}S`;
};
