import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import { isWrite, type ParsedCall } from './call.ts';

const inputText = ({ input }: ParsedCall): string => JSON.stringify(input);
const keyOf = (parsedCall: ParsedCall) => {
  const { call, viewer } = parsedCall;
  return {
    actor_id: viewer.id,
    endpoint: call.route.id,
    key: call.idempotencyKey!,
    request_hash: call.platform.secrets.fingerprint(inputText(parsedCall)),
  };
};
const hasSameInput = (parsedCall: ParsedCall, fingerprint: string): boolean =>
  parsedCall.call.platform.secrets.hasFingerprint(inputText(parsedCall), fingerprint);

/** Answers with a secret are not stored: their key only prevents a second execution. */
const isSecret = ({ call }: ParsedCall): boolean => isWrite(call.route.endpoint) && call.route.endpoint.secret === true;

/** The stored answer of a write that was already made with this key; undefined if there is none. */
export const findStoredAnswer = async (tx: Tx, parsedCall: ParsedCall): Promise<unknown> => {
  const { actor_id, endpoint, key } = keyOf(parsedCall);
  const kept = await tx
    .selectFrom('idempotency_keys')
    .select(['answer', 'request_hash'])
    .where('actor_id', '=', actor_id)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!kept) return undefined;
  if (!hasSameInput(parsedCall, kept.request_hash)) throw new AppError('request.repeated');
  if (isSecret(parsedCall)) throw new AppError('request.answered_once');
  return (kept.answer as { value: unknown } | null)?.value ?? null;
};

/** Takes the key for this transaction, or returns the answer stored with it. Waits for a concurrent holder of the key. */
export const claimKey = async (tx: Tx, parsedCall: ParsedCall): Promise<unknown> => {
  const insertedKey = await tx
    .insertInto('idempotency_keys')
    .values(keyOf(parsedCall))
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst();
  return insertedKey ? undefined : findStoredAnswer(tx, parsedCall);
};

export const storeAnswer = async (tx: Tx, parsedCall: ParsedCall, answer: unknown) => {
  if (isSecret(parsedCall)) return;
  const { actor_id, endpoint, key } = keyOf(parsedCall);
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify({ value: answer }) })
    .where('actor_id', '=', actor_id)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute();
};
