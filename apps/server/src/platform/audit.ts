import { now } from './clock.ts';
import type { SystemTx, Tx } from './db.ts';

type Line = {
  readonly action: string;
  readonly target: string | null;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly changes?: unknown;
  readonly address?: string;
  /** Only where no organisation is set by the transaction (sign-in). */
  readonly organizationId?: string;
};

const SYNC = 'SCIM · ';
/** How the action log names an identity provider, by the title of its token. */
export const syncActor = (title: string): string => `${SYNC}${title}`;
/** The title of the token behind such a name; null where a person acted. */
export const syncTitle = (actorName: string): string | null =>
  actorName.startsWith(SYNC) ? actorName.slice(SYNC.length) : null;

/** Adds one line to the action log, inside the transaction of what it tells about. */
export const writeAudit = async (tx: Tx | SystemTx, line: Line): Promise<void> => {
  await tx
    .insertInto('audit_log')
    .values({
      ...(line.organizationId ? { organization_id: line.organizationId } : {}),
      action: line.action,
      target: line.target,
      actor_id: line.actorId,
      actor_name: line.actorName,
      changes: line.changes == null ? null : JSON.stringify(line.changes),
      address: line.address || null,
      created_at: now(),
    })
    .execute();
};
