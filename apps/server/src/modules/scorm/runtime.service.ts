import {
  isDone,
  isSequenced,
  keepDone,
  readScoState,
  rollUp,
  scoreByPolicy,
  secondsOf,
  untouchedSco,
  type Cmi,
  type ScoState,
} from '@sergak/contract/scorm/runtime.rules.ts';
import type { CommitAnswer, CommitBody } from '@sergak/contract/scorm/runtime.schema.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { ScormManifest } from '@sergak/contract/scorm/scorm.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant, type TenantMode, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { digest } from '../../platform/secrets.ts';
import { recordScormResult } from '../learning/public.ts';
import { organizationOfToken } from './learner-token.ts';
import { changedInteractions } from './runtime.interactions.ts';
import * as query from './runtime.query.ts';
import * as repo from './runtime.repo.ts';

/** Manifests of packages in use; a package never changes. */
const manifests = new Map<string, ScormManifest>();
const MANIFESTS_KEPT = 200;

export const readManifest = async (tx: Tx, packageId: string): Promise<ScormManifest> => {
  const known = manifests.get(packageId);
  if (known) return known;
  const found = await query.findManifest(tx, packageId);
  if (!found) throw new AppError('common.not_found');
  if (manifests.size >= MANIFESTS_KEPT) manifests.delete(manifests.keys().next().value!);
  manifests.set(packageId, found.manifest);
  return found.manifest;
};

/**
 * Runs `work` for the player of a launch token. Rejects tokens that are unknown or expired, and those of a portal session that was
 * signed out or ended by an administrator. A portal session that ran out by itself does not stop an open player.
 */
export const withPlayer = async <T>(
  platform: Platform,
  token: string,
  mode: TenantMode,
  work: (tx: Tx, session: query.PlayerSession) => Promise<T>,
): Promise<T> => {
  const organizationId = organizationOfToken(token);
  if (organizationId === null) throw new AppError('common.not_found');
  return inTenant(platform.db, { organizationId, readable: [organizationId] }, mode, async (tx) => {
    const session = await query.findSession(tx, digest(token));
    if (!session || new Date(session.expires_at) < now()) throw new AppError('common.not_found');
    if (!session.signed_in && new Date(session.session_ends) > now()) throw new AppError('session.required');
    return work(tx, session);
  });
};

type Target = { registrationId: string; packageId: string; assignmentId: string; employeeId: string; stepId: string };
type Changes = Pick<CommitBody, 'sco' | 'changes' | 'ended' | 'sequencing' | 'root'>;

/** The state of the registration after a commit. Sequencing may finish a package although some SCOs were never opened. */
const rollUpPackage = (
  manifest: ScormManifest,
  states: ReadonlyMap<string, ScoState>,
  root: Changes['root'],
): ScoState => {
  const plain = rollUp(manifest.items, states);
  if (!root || !isSequenced(manifest) || isDone(plain) || !isDone(root)) return plain;
  return { completion: 'completed', success: root.success, score: root.score ?? plain.score, progress: 100 };
};

/** Applies changes to the SCO of a locked registration, and completes the step if the package is done. */
const applyChanges = async (
  tx: Tx,
  target: Target,
  before: query.Registration,
  commit: Changes,
  secondsBefore: (stored: number) => { base: number; shown: number },
  log: { sessionId: string; sequence: number } | null,
): Promise<{ state: ScoState; registration: ScoState }> => {
  const manifest = await readManifest(tx, target.packageId);
  const item = launchableItems(manifest.items).find((one) => one.id === commit.sco);
  if (!item) throw new AppError('request.invalid', [{ field: 'sco', code: 'unknown' }]);
  const scos = await query.listScos(tx, target.registrationId, commit.sco);
  const known = scos.find((one) => one.sco_id === commit.sco);
  const cmi: Cmi = { ...known?.cmi, ...commit.changes };
  const state =
    item.type === 'asset'
      ? { ...untouchedSco, completion: 'completed' as const, progress: 100 }
      : keepDone(known ?? untouchedSco, readScoState(manifest.standard, item, cmi, commit.ended));
  const { base, shown } = secondsBefore(known?.total_seconds ?? 0);
  const reported = reportedSeconds(commit.changes, cmi);
  const seconds = Math.min(Math.round(Math.max(reported ?? base + shown, base)), 100_000_000);
  const states = new Map(scos.map((one) => [one.sco_id, one as ScoState]));
  states.set(commit.sco, state);
  const whole: ScoState = {
    completion: before.completion as ScoState['completion'],
    success: before.success as ScoState['success'],
    score: before.score,
    progress: before.progress,
  };
  const registration = keepDone(whole, rollUpPackage(manifest, states, commit.root));
  const finished = before.completed_at === null && isDone(registration);
  const total = scos.reduce((sum, one) => sum + (one.sco_id === commit.sco ? 0 : one.total_seconds), seconds);
  await repo.saveCommit(tx, {
    registrationId: target.registrationId,
    sco: { ...state, scoId: commit.sco, cmi, seconds },
    registration: {
      ...registration,
      seconds: total,
      sequencing: commit.sequencing,
      completedAt: finished ? now() : before.completed_at === null ? null : new Date(before.completed_at),
    },
    interactions: changedInteractions(commit.changes, cmi),
    log: log && { ...log, changes: commit.changes },
  });
  if (finished || registration.score !== before.score) await recordResult(tx, target, isDone(registration));
  return { state, registration };
};

/** Total time as the SCO itself counts it; null if it never reports a session time. */
const reportedSeconds = (changes: Cmi, cmi: Cmi): number | null => {
  const session = cmi['cmi.core.session_time'] ?? cmi['cmi.session_time'];
  if (secondsOf(session) === null || secondsOf(session) === 0) return null;
  return secondsOf(changes['cmi.core.total_time'] ?? changes['cmi.total_time']);
};

const recordResult = async (tx: Tx, target: Target, done: boolean): Promise<void> => {
  const { learner_id } = (await query.findRegistration(tx, target.registrationId))!;
  const all = await query.listRegistrations(tx, learner_id, target.stepId);
  await recordScormResult(tx, { ...target, done }, (policy) =>
    scoreByPolicy(
      policy,
      all.map((one) => one.score),
    ),
  );
};

/**
 * Stores a commit of a player. Commits are ordered by their number: an older or a repeated one changes nothing, because each contains
 * everything that was not acknowledged before it. A player that only shows, or was superseded by a newer one, records nothing.
 */
export const storeCommit = (platform: Platform, token: string, commit: CommitBody): Promise<CommitAnswer> =>
  withPlayer(platform, token, 'write', async (tx, session) => {
    const { sequence } = commit;
    if (session.mode === 'review') return { saved: false, sequence, reason: 'review' };
    const taken = await repo.takeSequence(tx, {
      sessionId: session.id,
      registrationId: session.registration_id,
      sequence,
    });
    if (!taken?.base_seconds) {
      const current = await query.findSession(tx, digest(token));
      return current?.ended_by === 'superseded'
        ? { saved: false, sequence, reason: 'superseded' }
        : { saved: true, sequence };
    }
    const base = taken.base_seconds[commit.sco] ?? 0;
    const { state, registration } = await applyChanges(
      tx,
      {
        registrationId: session.registration_id,
        packageId: session.package_id,
        assignmentId: session.assignment_id,
        employeeId: session.employee_id,
        stepId: session.step_id,
      },
      taken,
      commit,
      () => ({ base, shown: commit.seconds }),
      { sessionId: session.id, sequence },
    );
    return { saved: true, sequence, state, done: isDone(registration) };
  });

/** Stores elements that a client of the API sends, without a player. */
export const storeStatement = async (
  tx: Tx,
  registration: query.Registration,
  of: { assignmentId: string; employeeId: string },
  statement: { sco: string; changes: Cmi },
): Promise<void> => {
  if (registration.completed_at !== null) return;
  await applyChanges(
    tx,
    { registrationId: registration.id, packageId: registration.package_id, stepId: registration.step_id, ...of },
    registration,
    { ...statement, ended: false },
    (stored) => ({ base: stored, shown: 0 }),
    null,
  );
};
