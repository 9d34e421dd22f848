import { launchableItems } from './items.rules.ts';
import {
  isRegistrationDone,
  isSequenced,
  maxOf,
  untouchedSco,
  type PackageState,
  type ScoState,
} from './runtime.rules.ts';
import type { CompletionRule, ScormItem, ScormManifest } from './scorm.schema.ts';

// What the states of the SCOs, the pages that were seen and the completion rule mean for the whole package.

/** A rule in the audit log: `passed`, or `score` with its percentage; null for the rule that the package proposes. */
export const ruleText = (rule: CompletionRule | null): string | null =>
  rule && (rule.score === null ? rule.by : `${rule.by} ${rule.score}`);
/** A page counts as seen when it has loaded and was visible for this long. */
export const PAGE_SEEN_MS = 3_000;

const pathOf = (launch: string): string => launch.split(/[?#]/, 1)[0]!;
/** The pages of a package: its items; of a package with one item, the HTML files that its start page reaches. */
export const pagesOf = (manifest: ScormManifest): readonly string[] => {
  const items = launchableItems(manifest.items);
  if (items.length !== 1) return items.map((item) => item.id);
  return manifest.pages?.length ? manifest.pages : [pathOf(items[0]!.launch!)];
};

/** Whether the manifest names a pass mark for an item. */
const hasMark = (item: ScormItem): boolean => item.mastery_score !== null || item.scaled_passing_score !== null;

/**
 * The rule that an import proposes: `passed` if the manifest names a pass mark, `pages` if no file of the package calls the
 * run-time API, otherwise `completed`.
 */
export const proposedRule = (manifest: ScormManifest, callsApi: boolean): CompletionRule => {
  const items = launchableItems(manifest.items);
  if (!callsApi || items.every((item) => item.type === 'asset')) return { by: 'pages', score: null };
  return { by: items.some(hasMark) ? 'passed' : 'completed', score: null };
};

/** Result of the whole tree by sequencing of SCORM 2004. */
export type Root = Pick<PackageState, 'completion' | 'success' | 'score'>;
export type Facts = {
  readonly states: ReadonlyMap<string, ScoState>;
  /** Pages that the learner has seen. */
  readonly pages: readonly string[];
  readonly root?: Root | undefined;
};

type Part = { readonly item: ScormItem; readonly state: ScoState };
const isOpened = ({ state }: Part): boolean => state.completion !== 'not_attempted' || state.success !== 'unknown';

/**
 * Whether every part has said what a test would say: «unknown» is never success. Where the manifest names pass marks, the parts with
 * a mark decide, and content beside them may be silent or, with `skips`, left out by sequencing. Without marks any part may be the test.
 */
const isSaid = (parts: readonly Part[], skips: boolean, says: (part: Part) => boolean): boolean => {
  const marked = parts.some(({ item }) => hasMark(item));
  return parts.every((part) =>
    !marked
      ? says(part) && !part.state.silent
      : hasMark(part.item)
        ? says(part)
        : isRegistrationDone(part.state) || (skips && !isOpened(part)),
  );
};

const isPassed = (parts: readonly Part[], skips: boolean): boolean => {
  const marked = parts.some(({ item }) => hasMark(item));
  return (
    parts.some(({ state }) => state.success === 'passed') &&
    parts.every(({ state }) => state.success !== 'failed') &&
    isSaid(parts, skips, ({ state }) => (marked ? state.success === 'passed' : isRegistrationDone(state)))
  );
};

const isSettled = ({ state }: Part): boolean => state.completion === 'completed' || state.success !== 'unknown';
const hasScore = (parts: readonly Part[], skips: boolean, score: number | null, wanted: number): boolean => {
  if (score === null || score < wanted) return false;
  const marked = parts.some(({ item }) => hasMark(item));
  return isSaid(parts, skips, (part) => isSettled(part) && (!marked || part.state.score !== null));
};

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round((values.reduce((sum, n) => sum + n, 0) / values.length) * 100) / 100;

/** The state of a package, and whether its completion rule is met. Progress is 100 exactly when the rule is met. */
export const packageState = (
  manifest: ScormManifest,
  rule: CompletionRule,
  { states, pages, root }: Facts,
): PackageState & { readonly done: boolean } => {
  const parts = launchableItems(manifest.items).map((item) => ({ item, state: states.get(item.id) ?? untouchedSco }));
  const known = pagesOf(manifest);
  const seen = known.filter((page) => pages.includes(page)).length;
  const tree = isSequenced(manifest) ? root : undefined;
  const opened = parts.filter(isOpened);
  // Sequencing may finish a package although some parts were never opened, but not if an opened one is unfinished.
  const skips =
    tree?.completion === 'completed' &&
    tree.success !== 'failed' &&
    opened.every((one) => isRegistrationDone(one.state));
  const complete = parts.length > 0 && (skips || parts.every(({ state }) => isRegistrationDone(state)));
  const settled = parts.length > 0 && parts.every(isSettled);
  const failed = tree?.success === 'failed' || parts.some(({ state }) => state.success === 'failed');
  const passed = !failed && isPassed(parts, skips);
  const scores = parts.flatMap(({ state }) => (state.score === null ? [] : [state.score]));
  const score = tree?.score ?? (scores.length > 0 ? mean(scores) : null);
  const done = {
    pages: known.length > 0 && seen === known.length,
    completed: complete,
    passed,
    score: parts.length > 0 && hasScore(parts, skips, score, rule.score ?? 100),
  }[rule.by];
  const share =
    rule.by === 'pages'
      ? (seen * 100) / Math.max(1, known.length)
      : mean(parts.map(({ state }) => (isRegistrationDone(state) ? 100 : state.progress)));
  return {
    completion: done || settled || skips ? 'completed' : opened.length > 0 || seen > 0 ? 'incomplete' : 'not_attempted',
    success: failed ? 'failed' : passed ? 'passed' : 'unknown',
    score,
    progress: done ? 100 : Math.min(99, Math.round(share * 100) / 100),
    done,
  };
};

/** A finished package stays finished: what is reported later can only improve its score. */
export const keepFinished = (before: PackageState, next: PackageState): PackageState => ({
  ...before,
  success: next.success === 'passed' ? 'passed' : before.success,
  score: maxOf(before.score, next.score),
});
