import { keepFinished, packageState, pagesOf } from '@sergak/contract/scorm/completion.rules.ts';
import {
  keepDone,
  readScoState,
  scoreByPolicy,
  secondsOf,
  untouchedSco,
  type Cmi,
  type PackageState,
  type ScoState,
} from '@sergak/contract/scorm/runtime.rules.ts';
import type { CommitBody } from '@sergak/contract/scorm/runtime.schema.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { CompletionRule, ScormItem, ScormManifest } from '@sergak/contract/scorm/scorm.schema.ts';
import { LRUCache } from 'lru-cache';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant, type TenantMode, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { digest } from '../../platform/secrets.ts';
import { recordScormResult } from '../learning/public.ts';
import { saveCommits, type CommitRow } from './commits.repo.ts';
import { organizationOfToken } from './learner-token.ts';
import { changedInteractions } from './runtime.interactions.ts';
import * as query from './runtime.query.ts';

/** Manifests of packages in use; a package never changes. */
const manifests = new LRUCache<string, ScormManifest>({ max: 200 });

export const readStoredManifest = async (tx: Tx, packageId: string): Promise<ScormManifest> => {
  const cached = manifests.get(packageId);
  if (cached) return cached;
  const found = await query.findManifest(tx, packageId);
  if (!found) throw new AppError('common.not_found');
  manifests.set(packageId, found.manifest);
  return found.manifest;
};

type Ends = { readonly expires_at: string; readonly signed_in: unknown; readonly session_ends: string };
/**
 * Rejects players that are unknown or expired, and those of a portal session that was signed out or ended by an administrator. A
 * portal session that ran out by itself does not stop an open player.
 */
export function requireOpenSession<P extends Ends>(player: P | undefined): asserts player is P {
  if (!player || new Date(player.expires_at) < now()) throw new AppError('common.not_found');
  if (!player.signed_in && new Date(player.session_ends) > now()) throw new AppError('session.required');
}

/** Runs `work` for the player of a launch token. */
export const withPlayer = async <T>(
  platform: Platform,
  token: string,
  mode: TenantMode,
  work: (tx: Tx, session: query.PlayerSession) => Promise<T>,
): Promise<T> => {
  const organizationId = organizationOfToken(token);
  if (organizationId === null) throw new AppError('common.not_found');
  return inTenant(platform.db, { organizationId, readable: [organizationId] }, mode, async (tx) => {
    const session = await query.findScormSession(tx, digest(token));
    requireOpenSession(session);
    return work(tx, session);
  });
};

type Changes = Pick<CommitBody, 'sco' | 'changes' | 'ended' | 'lost' | 'pages' | 'sequencing' | 'root'>;

/** The item of a package that changes refer to. */
export const requireItem = (manifest: ScormManifest, sco: string): ScormItem => {
  const item = launchableItems(manifest.items).find((one) => one.id === sco);
  if (!item) throw new AppError('request.invalid', [{ field: 'sco', code: 'unknown' }]);
  return item;
};

/** Seconds of a SCO: `base` before, and `shown` since then. */
type Seconds = { readonly base: number; readonly shown: number };
type Before = {
  readonly registration: query.Registration;
  readonly scos: readonly query.ScoRow[];
  readonly rule: CompletionRule;
};
type AppliedCommit = {
  readonly row: CommitRow;
  readonly state: ScoState;
  readonly done: boolean;
  readonly progress: number;
  /** The result of the step has to be recorded. */
  readonly changesResult: boolean;
};

/** The state of a SCO after a commit. Opening an asset completes it. */
const scoAfter = (manifest: ScormManifest, known: query.ScoRow | undefined, commit: Changes, cmi: Cmi) => {
  const item = requireItem(manifest, commit.sco);
  const rejected = commit.lost || known?.rejected === true;
  const { completion, success, score, progress, silent } = known ?? untouchedSco;
  const state =
    item.type === 'asset'
      ? { ...untouchedSco, completion: 'completed' as const, progress: 100 }
      : keepDone(
          { completion, success, score, progress, silent },
          readScoState(manifest.standard, item, cmi, { ended: commit.ended, lost: rejected }),
        );
  return { state, rejected };
};

/** Pages that the learner has seen, with those that a commit adds. */
const pagesAfter = (manifest: ScormManifest, before: query.Registration, commit: Changes): readonly string[] => {
  const seen = before.pages as readonly string[];
  const more = (commit.pages ?? []).filter((page) => !seen.includes(page));
  if (more.length === 0) return seen;
  const manifestPages = new Set(pagesOf(manifest));
  return [...seen, ...new Set(more.filter((page) => manifestPages.has(page)))];
};

const stateOf = ({ completion, success, score, progress }: query.Registration): PackageState => ({
  completion: completion as PackageState['completion'],
  success: success as PackageState['success'],
  score,
  progress,
});

/** The registration and the SCO after a commit. */
export const applyChanges = (
  manifest: ScormManifest,
  { registration: before, scos, rule }: Before,
  commit: Changes,
  { base, shown }: Seconds,
  log: { session_id: string; sequence: number } | null,
): AppliedCommit => {
  const stored = scos.find((one) => one.sco_id === commit.sco);
  const cmi: Cmi = { ...stored?.cmi, ...commit.changes };
  const { state, rejected } = scoAfter(manifest, stored, commit, cmi);
  const reported = reportedSeconds(commit.changes, cmi);
  const seconds = Math.min(Math.round(Math.max(reported ?? base + shown, base)), 100_000_000);
  const states = new Map(scos.map((one) => [one.sco_id, one as ScoState]));
  states.set(commit.sco, state);
  const pages = pagesAfter(manifest, before, commit);
  const finishedBefore = before.completed_at !== null;
  const { done: met, ...next } = packageState(manifest, rule, { states, pages, root: commit.root });
  const registration = finishedBefore ? keepFinished(stateOf(before), next) : next;
  const finished = !finishedBefore && met;
  const row: CommitRow = {
    registration_id: before.id,
    sco_id: commit.sco,
    cmi,
    sco: { ...state, rejected },
    sco_seconds: seconds,
    registration: { ...registration, pages },
    seconds: scos.reduce((sum, one) => sum + (one.sco_id === commit.sco ? 0 : one.total_seconds), seconds),
    sequencing: commit.sequencing ?? null,
    completed_at: finished ? now() : before.completed_at,
    answers: changedInteractions(commit.changes, cmi),
    session_id: log?.session_id ?? null,
    sequence: log?.sequence ?? 0,
    changes: commit.changes,
  };
  const changesResult =
    finished ||
    registration.score !== before.score ||
    Math.floor(registration.progress) !== Math.floor(before.progress);
  return { row, state, done: finishedBefore || met, progress: registration.progress, changesResult };
};

/** Total time as the SCO itself counts it; null if it never reports a session time. */
const reportedSeconds = (changes: Cmi, cmi: Cmi): number | null => {
  const session = cmi['cmi.core.session_time'] ?? cmi['cmi.session_time'];
  if (secondsOf(session) === null || secondsOf(session) === 0) return null;
  return secondsOf(changes['cmi.core.total_time'] ?? changes['cmi.total_time']);
};

/** Records the result of the step of a registration, whose score follows the policy of the course. */
export const recordResult = async (
  tx: Tx,
  { learner_id, step_id }: Pick<query.Registration, 'learner_id' | 'step_id'>,
  of: { assignmentId: string; employeeId: string; done: boolean; progress: number },
): Promise<void> => {
  const all = await query.listRegistrations(tx, learner_id, step_id);
  await recordScormResult(tx, { ...of, stepId: step_id }, (policy) =>
    scoreByPolicy(
      policy,
      all.map((one) => one.score),
    ),
  );
};

/** Stores elements that a client of the API sends, without a player. */
export const storeStatement = async (
  tx: Tx,
  registration: query.Registration,
  of: { assignmentId: string; employeeId: string },
  statement: { sco: string; changes: Cmi },
): Promise<void> => {
  if (registration.completed_at !== null) return;
  const manifest = await readStoredManifest(tx, registration.package_id);
  const scos = await query.listScos(tx, registration.id, statement.sco);
  const base = scos.find((one) => one.sco_id === statement.sco)?.total_seconds ?? 0;
  const changes = { ...statement, ended: false, lost: false };
  const rule = await query.findCompletionRule(tx, registration.id);
  const { row, done, progress, changesResult } = applyChanges(
    manifest,
    { registration, scos, rule },
    changes,
    { base, shown: 0 },
    null,
  );
  await saveCommits(tx, [row]);
  if (changesResult) await recordResult(tx, registration, { ...of, done, progress });
};
