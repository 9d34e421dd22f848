import { createHash } from 'node:crypto';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import { writeAudit } from '../audit.ts';
import { dayIn, now } from '../clock.ts';
import {
  Logged,
  type Ctx,
  type OpenCtx,
  type Platform,
  type RequestFacts,
  type SessionState,
  type Upload,
  type Viewer,
} from '../context.ts';
import { inTenant, type Scope, type TenantMode, type Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import type { Bound } from './bind.ts';

export type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
export type Call = {
  readonly platform: Platform;
  readonly route: Bound;
  readonly session: SessionState | null;
  readonly request: RequestFacts;
  readonly cookie: OpenCtx['cookie'];
  readonly uploads: Readonly<Record<string, Upload>>;
  readonly idempotencyKey: string | null;
};

const isWrite = (e: Endpoint): e is Extract<Endpoint, { audit: unknown }> => e.method !== 'GET';

/** The session a call needs, or the refusal. */
export const authorize = (e: Endpoint, session: SessionState | null): SessionState | null => {
  if (e.permission === 'public') return session;
  if (!session) throw new AppError('session.required');
  if (e.permission === 'half-open') return session;
  if (session.step !== 'ready') throw new AppError('session.incomplete');
  if (e.permission !== 'signed-in' && !session.viewer.permissions.has(e.permission))
    throw new AppError('session.forbidden');
  return session;
};

/** Parameters, query and body, each by its schema, in one object. Throws the schema's own error. */
export const parseInput = (e: Endpoint, raw: RawInput): Record<string, unknown> => {
  const input = Object.assign(
    {},
    e.params?.parse(raw.params),
    e.query?.parse(raw.query),
    isWrite(e) ? e.body?.parse(raw.body ?? {}) : {},
  );
  const field = findUnstorable(input);
  if (field !== null) throw new AppError('request.invalid', [{ field, code: 'invalid_characters' }]);
  return input;
};

/** Where a text has what no text of the database can hold: NUL, or half of a surrogate pair. */
const findUnstorable = (value: unknown, path = ''): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path ? `${path}.${name}` : name);
    if (found !== null) return found;
  }
  return null;
};

/** Where a call reads and writes: the acting organisation, its subtree, or the one a parameter names. */
const tenantOf = (
  e: Endpoint,
  { scope, homeOrganizationId: home }: Viewer,
  input: Record<string, unknown>,
): { scope: Scope; mode: TenantMode } => {
  const mode = isWrite(e) ? 'write' : 'read';
  if (e.tenant === 'home') return { scope: { organizationId: home, readable: [home] }, mode };
  if (!e.tenant || e.tenant === 'own') return { scope, mode };
  if (e.tenant === 'subtree') return { scope, mode: isWrite(e) ? 'write' : 'subtree' };
  const named = input[e.tenant.param];
  if (named === undefined || named === scope.organizationId) return { scope, mode };
  if (typeof named !== 'string' || !scope.readable.includes(named)) throw new AppError('organization.not_found');
  return { scope: { organizationId: named, readable: [named] }, mode: 'read' };
};

/**
 * The one road into a handler: session → permission → parse → tenant transaction → handler → audit row → checked answer.
 */
export const execute = async (call: Call, raw: RawInput): Promise<unknown> => {
  const { endpoint: e, handle } = call.route;
  const session = authorize(e, call.session);
  const input = parseInput(e, raw);
  if (e.permission === 'public' || e.permission === 'half-open') {
    const { platform, request, cookie } = call;
    return checked(e, await handle({ platform, request, cookie, session } as never, input as never));
  }
  const { viewer, tokenHash } = session!;
  const tenant = tenantOf(e, viewer, input);
  return inTenant(call.platform.db, tenant.scope, tenant.mode, async (tx) => {
    const answered = call.idempotencyKey && isWrite(e) ? await replay(tx, call, viewer.id, input) : undefined;
    if (answered !== undefined) return answered;
    if (isWrite(e) && e.licensed) await requireLicence(tx);
    const ctx: Ctx = { tx, viewer, tokenHash, platform: call.platform, request: call.request, uploads: call.uploads };
    const result = await handle(ctx as never, input as never);
    const output = result instanceof Logged ? result.output : result;
    if (result instanceof Logged) await log(tx, call, viewer, result);
    const answer = checked(e, output);
    if (call.idempotencyKey && isWrite(e)) await remember(tx, call, viewer.id, answer);
    return answer;
  });
};

const checked = (e: Endpoint, output: unknown): unknown => (e.response === 'file' ? output : e.response.parse(output));

const log = async (tx: Tx, call: Call, viewer: Ctx['viewer'], result: Logged<unknown>) => {
  const { endpoint: e, id } = call.route;
  if (!isWrite(e) || !('action' in e.audit)) throw new Error(`${id} logs but declares no audit action`);
  await writeAudit(tx, {
    action: e.audit.action,
    target: result.target,
    actorId: viewer.id,
    actorName: viewer.name,
    changes: result.changes,
    address: call.request.address,
  });
};

/** After its last day a licence lets administrators read and export, but start nothing new. */
const requireLicence = async (tx: Tx) => {
  const row = await tx.selectFrom('organizations').select(['licence_end', 'time_zone']).executeTakeFirstOrThrow();
  if (row.licence_end < dayIn(now(), row.time_zone))
    throw new AppError('licence.expired', { end_date: row.licence_end });
};

const hashOf = (input: unknown) => createHash('sha256').update(JSON.stringify(input)).digest('hex');

/** The stored answer of a write that was already made with this key; undefined when it is new. */
const replay = async (tx: Tx, call: Call, actor: string, input: unknown): Promise<unknown> => {
  const values = { actor_id: actor, endpoint: call.route.id, key: call.idempotencyKey!, request_hash: hashOf(input) };
  const made = await tx
    .insertInto('idempotency_keys')
    .values(values)
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (made) return undefined;
  const kept = await tx
    .selectFrom('idempotency_keys')
    .select(['answer', 'request_hash'])
    .where('actor_id', '=', actor)
    .where('endpoint', '=', call.route.id)
    .where('key', '=', values.key)
    .executeTakeFirstOrThrow();
  if (kept.request_hash !== values.request_hash) throw new AppError('request.repeated');
  return (kept.answer as { value: unknown } | null)?.value ?? null;
};

const remember = async (tx: Tx, call: Call, actor: string, answer: unknown) => {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify({ value: answer }) })
    .where('actor_id', '=', actor)
    .where('endpoint', '=', call.route.id)
    .where('key', '=', call.idempotencyKey!)
    .execute();
};
