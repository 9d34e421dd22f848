import type { View } from '../answer-view.ts';
import { writeAudit } from '../audit.ts';
import { Logged, type Ctx, type Finished, type OwnCtx } from '../context.ts';
import { inTenant, type TenantMode, type Tx } from '../db.ts';
import { AppError, isLockTimeout } from '../errors.ts';
import { checkResponse, isAdministratorsWrite, isWrite, type ParsedCall } from './call.ts';
import { findStoredAnswer, storeAnswer, claimKey } from './idempotency.ts';

const contextOf = ({ call, viewer, tokenHash }: ParsedCall): Omit<Ctx, 'tx'> => ({
  viewer,
  tokenHash,
  platform: call.platform,
  request: call.request,
  uploads: call.uploads,
});

/** Maximum wait of an administrator for rows that a long task, such as an import, is changing. */
const LOCK_TIMEOUT = '4s';
const BUSY_RETRY_SECONDS = 15;

/**
 * Opens a transaction of the call. An administrator who would wait long for a lock gets `common.busy`. Learners do not: the
 * player repeats a call that failed with `server.unavailable`.
 */
const open = <T>({ call, place }: ParsedCall, mode: TenantMode, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const { db } = call.platform;
  if (!isAdministratorsWrite(call.route.endpoint)) return inTenant(db, place.scope, mode, work);
  return inTenant(db, place.scope, mode, work, LOCK_TIMEOUT).catch((error: unknown) => {
    throw isLockTimeout(error) ? new AppError('common.busy', undefined, BUSY_RETRY_SECONDS) : error;
  });
};

/** Details of an error may hold a row as it is stored now. */
const seenBy = (view: View, { code, details, retryAfter, about }: AppError): AppError =>
  new AppError(code, view.errorDetails(details), retryAfter, about);

/** Completes a transaction: runs `work` once per key, writes the audit entry, checks the answer, hides what the caller may not see. */
const completeOnce = async (tx: Tx, parsedCall: ParsedCall, work: () => Promise<unknown>): Promise<unknown> => {
  const { endpoint: e, view: policy } = parsedCall.call.route;
  const keyed = parsedCall.call.idempotencyKey !== null && isWrite(e);
  const answered = keyed ? await claimKey(tx, parsedCall) : undefined;
  if (answered !== undefined) return answered;
  const view = await policy(tx, { endpoint: e, input: parsedCall.input, mode: parsedCall.place.mode });
  const result = await work().catch((error: unknown) => {
    throw view && error instanceof AppError ? seenBy(view, error) : error;
  });
  if (result instanceof Logged) await log(tx, parsedCall, result);
  const checked = checkResponse(e, result instanceof Logged ? result.output : result);
  const answer = view && e.response !== 'file' ? view.answer(checked) : checked;
  if (keyed) await storeAnswer(tx, parsedCall, answer);
  return answer;
};

/** The default: the whole handler runs in one transaction, read-only for a GET. */
export const inOneTransaction = (parsedCall: ParsedCall): Promise<unknown> => {
  const { route } = parsedCall.call;
  return open(parsedCall, parsedCall.place.mode, (tx) =>
    completeOnce(tx, parsedCall, async () => {
      await route.guard?.(tx);
      return route.handle({ tx, ...contextOf(parsedCall) } as never, parsedCall.input as never);
    }),
  );
};

/**
 * Runs a call that waits for a network: its handler opens short transactions, none of which is open while it waits.
 * The last one, `finish`, writes the audit entry; a logged call that ends without it is an error.
 */
export const inOwnTransactions = async (parsedCall: ParsedCall): Promise<unknown> => {
  const { route, idempotencyKey } = parsedCall.call;
  const { endpoint: e, id } = route;
  let last: { readonly answer: unknown } | undefined;
  const run: OwnCtx['run'] = (mode, work) => {
    if (last) throw new Error(`${id} opened a transaction after its last one`);
    return open(parsedCall, mode === 'write' ? parsedCall.place.mode : 'read', work);
  };
  const finish = async <T>(work: (tx: Tx) => Promise<Logged<T>>): Promise<Finished<T>> => {
    last = { answer: await run('write', (tx) => completeOnce(tx, parsedCall, () => work(tx))) };
    return last as unknown as Finished<T>;
  };
  if (route.guard || idempotencyKey !== null) {
    const answered = await run('read', async (tx) => {
      await route.guard?.(tx);
      return idempotencyKey === null ? undefined : findStoredAnswer(tx, parsedCall);
    });
    if (answered !== undefined) return answered;
  }
  const result = await route.handle({ ...contextOf(parsedCall), run, finish } as never, parsedCall.input as never);
  if (last) return last.answer;
  if (isWrite(e) && 'action' in e.audit) throw new Error(`${id} ended without its audit entry`);
  return idempotencyKey === null
    ? checkResponse(e, result)
    : run('write', (tx) => completeOnce(tx, parsedCall, async () => result));
};

const log = async (tx: Tx, { call, viewer }: ParsedCall, result: Logged<unknown>) => {
  const { endpoint: e, id } = call.route;
  if (!isWrite(e) || !('action' in e.audit)) throw new Error(`${id} logs but declares no audit action`);
  const { id: actorId, name: actorName } = viewer;
  await writeAudit(tx, { action: e.audit.action, actorId, actorName, address: call.request.address }, result.entry);
};
