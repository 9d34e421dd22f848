import type { CommitAnswer, CommitBody } from '@sergak/contract/scorm/runtime.schema.ts';
import { createBatches } from '../../platform/batches.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant, type Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { digest } from '../../platform/secrets.ts';
import * as repo from './commits.repo.ts';
import { organizationOfToken } from './learner-token.ts';
import { applyChanges, readStoredManifest, recordResult, requireItem, requireOpenSession } from './runtime.service.ts';

type Sent = { readonly token: string; readonly commit: CommitBody };
type Result = CommitAnswer | AppError;
type Valid = Sent & { readonly player: repo.LockedPlayer };

/** Commits of an organisation in one transaction, and transactions of an organisation at the same time. */
const AT_ONCE = { most: 50, parallel: 2 };

const openLine = (platform: Platform) =>
  createBatches<Sent, CommitAnswer>({
    ...AT_ONCE,
    run: (organizationId, sent) =>
      inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', (tx) => storeTogether(tx, sent)),
  });
const lines = new WeakMap<Platform, ReturnType<typeof openLine>>();
const lineOf = (platform: Platform) => {
  const line = lines.get(platform) ?? openLine(platform);
  lines.set(platform, line);
  return line;
};

/**
 * Stores a commit of a player. Commits are ordered by their number: an older or a repeated one changes nothing, because each contains
 * everything that was not acknowledged before it. A player that only shows, or was superseded by a newer one, records nothing.
 */
export const storeCommit = async (platform: Platform, token: string, commit: CommitBody): Promise<CommitAnswer> => {
  const organizationId = organizationOfToken(token);
  if (organizationId === null) throw new AppError('common.not_found');
  return lineOf(platform)(organizationId, { token: digest(token).toString('hex'), commit });
};

/** Stores commits in one transaction. An invalid commit gets its error; any other error fails the transaction. */
const storeTogether = async (tx: Tx, sent: readonly Sent[]): Promise<Result[]> => {
  const players = new Map(
    (
      await repo.lockPlayers(
        tx,
        sent.map((one) => one.token),
      )
    ).map((player) => [player.token, player]),
  );
  const results = new Map<Sent, Result>();
  const valid: Valid[] = [];
  for (const one of sent) {
    const checked = await check(tx, one, players.get(one.token));
    if ('player' in checked) valid.push(checked);
    else results.set(one, checked);
  }
  const stored = await storeValid(tx, valid);
  return sent.map((one) => results.get(one) ?? stored.get(one.commit)!);
};

const check = async (tx: Tx, one: Sent, player: repo.LockedPlayer | undefined): Promise<Valid | Result> => {
  try {
    requireOpenSession(player);
    if (player.mode === 'review') return { saved: false, sequence: one.commit.sequence, reason: 'review' };
    requireItem(await readStoredManifest(tx, player.package_id), one.commit.sco);
    return { ...one, player };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
};

const storeValid = async (tx: Tx, valid: readonly Valid[]): Promise<ReadonlyMap<CommitBody, CommitAnswer>> => {
  const answers = new Map<CommitBody, CommitAnswer>();
  if (valid.length === 0) return answers;
  if (new Set(valid.map(({ player }) => player.id)).size < valid.length)
    throw new Error('a batch has two commits of one registration'); // each is stored on its own
  const taken = await repo.takeSequences(
    tx,
    valid.map(({ player, commit: { sco, sequence } }) => ({
      session_id: player.session_id,
      registration_id: player.id,
      sco,
      sequence,
    })),
  );
  const bySession = new Map(taken.map((one) => [one.session_id, one]));
  const rows: repo.CommitRow[] = [];
  const results: (() => Promise<void>)[] = [];
  for (const { player, commit } of valid) {
    const { sequence } = commit;
    const { superseded, base_seconds, scos } = bySession.get(player.session_id)!;
    if (base_seconds === null) {
      answers.set(commit, superseded ? { saved: false, sequence, reason: 'superseded' } : { saved: true, sequence });
      continue;
    }
    const manifest = await readStoredManifest(tx, player.package_id);
    const seconds = { base: base_seconds[commit.sco] ?? 0, shown: commit.seconds };
    const log = { session_id: player.session_id, sequence };
    const applied = applyChanges(manifest, { registration: player, scos, rule: player.rule }, commit, seconds, log);
    rows.push(applied.row);
    const { state, done, progress } = applied;
    answers.set(commit, { saved: true, sequence, state, done, progress });
    const of = { assignmentId: player.assignment_id, employeeId: player.employee_id, done, progress };
    if (applied.changesResult) results.push(() => recordResult(tx, player, of));
  }
  if (rows.length > 0) await repo.saveCommits(tx, rows);
  for (const record of results) await record();
  return answers;
};
