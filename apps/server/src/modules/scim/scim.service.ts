import { syncActor, writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant } from '../../platform/db.ts';
import { requireLicence } from '../employees/public.ts';
import type { Conditions, Machine, ScimAnswer, ScimCtx } from './scim-ctx.ts';

type Call = {
  readonly platform: Platform;
  readonly machine: Machine;
  readonly write: boolean;
  readonly address: string;
  readonly conditions: Conditions;
  /** The call creates or reactivates something, so it is rejected if the licence has expired. */
  readonly licensed: boolean;
};

/** Runs a call in a transaction of the token's organisation. Its log entries are written in the same transaction. */
export const inScimTransaction = (call: Call, work: (ctx: ScimCtx) => Promise<ScimAnswer>): Promise<ScimAnswer> => {
  const { platform, machine, conditions } = call;
  const scope = { organizationId: machine.organizationId, readable: [machine.organizationId] };
  return inTenant(platform.db, scope, call.write ? 'write' : 'read', async (tx) => {
    const lines: Parameters<ScimCtx['log']>[] = [];
    if (call.licensed) await requireLicence(tx);
    const answer = await work({
      tx,
      platform,
      machine,
      conditions,
      log: (...line) => void lines.push(line),
    });
    const actor = { actorId: machine.id, actorName: syncActor(machine.title), address: call.address };
    for (const [action, entry] of lines) await writeAudit(tx, { action, ...actor }, entry);
    return answer;
  });
};
