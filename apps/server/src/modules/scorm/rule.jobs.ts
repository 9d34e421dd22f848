import { packageState } from '@sergak/contract/scorm/completion.rules.ts';
import type { ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import type { JobPayload } from '../../job-table.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { JobCtx } from '../../platform/jobs.ts';
import * as query from './runtime.query.ts';
import * as repo from './runtime.repo.ts';
import { readStoredManifest, recordResult } from './runtime.service.ts';

const BATCH = 100;

/**
 * Judges the unfinished attempts of an assignment again after its completion rule changed. Finished ones stay finished. The result of
 * sequencing is not stored, so that attempts which only sequencing completes wait for their next commit. Safe to repeat.
 */
export const applyRule = async (ctx: JobCtx, { assignment_id }: JobPayload<'scorm.apply-rule'>): Promise<void> => {
  let after: string | null = null;
  do after = await ctx.run('write', (tx) => judgeNext(tx, assignment_id, after));
  while (after !== null && !ctx.signal.aborted);
  if (after !== null) throw new Error(`a completion rule is applied after the restart (${assignment_id})`);
};

/** Judges the next unfinished attempts; returns the last one, or null after the last batch. */
const judgeNext = async (tx: Tx, assignmentId: string, after: string | null): Promise<string | null> => {
  const found = await repo.lockUnfinished(tx, assignmentId, after, BATCH);
  for (const { employee_id, rule, ...registration } of found) {
    const manifest = await readStoredManifest(tx, registration.package_id);
    const scos = await query.listScos(tx, registration.id, '');
    const states = new Map<string, ScoState>(scos.map((one) => [one.sco_id, one]));
    const pages = registration.pages as readonly string[];
    const { done, ...state } = packageState(manifest, rule, { states, pages });
    await repo.saveState(tx, registration.id, state, done ? now() : null);
    const { progress } = state;
    await recordResult(tx, registration, { assignmentId, employeeId: employee_id, done, progress });
  }
  return found.length === BATCH ? found.at(-1)!.id : null;
};
