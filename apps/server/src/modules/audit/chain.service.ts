import type { AuditVerdict } from '@sergak/contract/audit/audit.endpoints.ts';
import type { Ctx, Platform } from '../../platform/context.ts';
import { type Database, inSystem, type SystemTx, type Tx } from '../../platform/db.ts';
import * as query from './chain.query.ts';
import * as repo from './chain.repo.ts';

/** Number of entries sealed in one short transaction. */
const BATCH = 2_000;
const VERIFIED_AT_ONCE = 20_000;

/** Seals all pending entries of all organisations, and deletes entries older than three years. Safe to repeat. */
export const sweepAudit = async ({ db }: Pick<Platform, 'db'>): Promise<void> => {
  const failed: unknown[] = [];
  for (const id of await inSystem(db, repo.organizationsToSeal))
    await sealAll(db, id).catch((error: unknown) => failed.push(error));
  for (const id of await inSystem(db, repo.organizationsToPrune))
    await pruneAll(db, id).catch((error: unknown) => failed.push(error));
  // The error is thrown at the end, so that one failing chain does not leave the other organisations unsealed.
  if (failed.length > 0) throw failed[0];
};

const pruneAll = async (db: Database, organizationId: string): Promise<void> => {
  while ((await inSystem(db, (tx) => repo.prune(tx, organizationId, BATCH))) === BATCH);
};

const sealAll = async (db: Database, organizationId: string): Promise<void> => {
  while ((await inSystem(db, (tx) => repo.seal(tx, organizationId, BATCH))) === BATCH);
};

/** Verifies the chain of an organisation from its beginning or checkpoint, and reports the first broken place. */
export const verifyChain = async (tx: Tx | SystemTx, organizationId: string): Promise<AuditVerdict> => {
  const chain = await query.findAuditChain(tx, organizationId);
  const origin = await query.originOf(tx, organizationId);
  const start = { number: chain?.checkpoint_number ?? 0, hash: chain?.checkpoint ?? origin };
  let [at, rows, broken, end] = [start, 0, null as query.Broken | null, null as query.ChainPart['chain']];
  for (;;) {
    const part = await query.verifyPart(tx, organizationId, at, VERIFIED_AT_ONCE);
    // Old entries were pruned during the verification, which is not tampering: start again from the new checkpoint.
    if (part.chain && part.chain.checkpoint_number !== start.number) return verifyChain(tx, organizationId);
    rows += part.lines;
    broken = part.broken;
    end = part.chain;
    at = { number: part.last, hash: part.hash };
    if (broken || part.lines < VERIFIED_AT_ONCE) break;
  }
  const { pending, stray } = await query.findUnsealed(tx, organizationId);
  if (!broken && end && (end.last_number !== at.number || end.head !== at.hash))
    broken = { number: end.last_number, log_id: 0, reason: 'head' };
  if (!broken && start.number === 0 && start.hash !== origin) broken = { number: 0, log_id: 0, reason: 'head' };
  if (!broken && stray !== null) broken = { number: 0, log_id: stray, reason: 'unsealed' };
  return {
    rows,
    pending,
    head: at.number === 0 ? null : at.hash,
    last_number: at.number,
    checkpoint_number: start.number,
    checkpoint_at: chain?.checkpoint_at ?? null,
    broken,
  };
};

export const verifyOwn = (ctx: Ctx): Promise<AuditVerdict> => verifyChain(ctx.tx, ctx.viewer.scope.organizationId);

export type VerifiedChain = { readonly id: string; readonly title: string; readonly verdict: AuditVerdict };
/** Verifies every organisation of the installation, each in its own snapshot. */
export const verifyAll = async (db: Database): Promise<VerifiedChain[]> => {
  const organizations = await inSystem(db, query.selectChainOrganizations);
  const verified: VerifiedChain[] = [];
  for (const one of organizations)
    verified.push({ ...one, verdict: await inSystem(db, (tx) => verifyChain(tx, one.id)) });
  return verified;
};
