import type { AuditThing, auditEndpoints } from '@sergak/contract/audit/audit.endpoints.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import * as query from './audit.query.ts';
import { peopleNamed, thingsNamed, thingsTold } from './things.query.ts';

type In<K extends keyof typeof auditEndpoints> = Input<(typeof auditEndpoints)[K]>;
type Line = { readonly target: string | null; readonly actor_id: string | null; readonly changes: unknown };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idsIn = (value: unknown): string[] =>
  typeof value === 'string' ? (uuid.test(value) ? [value] : []) : Array.isArray(value) ? value.flatMap(idsIn) : [];
const valuesOf = (changes: unknown): unknown[] =>
  typeof changes === 'object' && changes !== null ? Object.values(changes) : [];

/** What the ids of these lines mean now, each once: who acted, what it was done to, and what was changed. */
export const thingsIn = async (tx: Tx, lines: readonly Line[]): Promise<AuditThing[]> => {
  const ids = new Set(lines.flatMap((line) => idsIn([line.target, line.actor_id, ...valuesOf(line.changes)])));
  if (ids.size === 0) return [];
  const found = await thingsNamed(tx, [...ids]);
  for (const { id } of found) ids.delete(id);
  return ids.size === 0 ? found : [...found, ...(await thingsTold(tx, [...ids]))];
};

/** A page of the action log, with what its ids mean. */
export const listLines = async ({ tx, viewer }: Ctx, input: In<'audit.list'>) => {
  const read = input.search.trim() === '' ? query.listAudit : query.searchAudit;
  const page = await read(tx, await query.conditionOf(tx, input, viewer), input);
  return { ...page, things: await thingsIn(tx, page.data) };
};

/** Whom a line was done to; who is nowhere any more stands there without a name. */
export const listPeople = async ({ tx }: Ctx, { line, limit, offset }: In<'audit.people'>) => {
  const { ids, total } = await query.peopleOfLine(tx, line, { limit, offset });
  const known = new Map((await peopleNamed(tx, ids)).map((one) => [one.id, one]));
  return { data: ids.map((id) => known.get(id) ?? nobody(id)), total_count: total };
};
const nobody = (id: string): AuditThing => ({ id, kind: 'employee', name: null, state: 'wiped', parent_id: null });
