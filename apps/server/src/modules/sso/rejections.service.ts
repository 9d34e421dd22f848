import type { SsoFailure } from '@sergak/contract/sso/sso.rules.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/context.ts';
import { inTenant } from '../../platform/db.ts';
import { countUntilRest, networkOf } from '../../platform/rate.ts';
import { findEnabled } from './sign-in.service.ts';

/** Entries that the answers from one network may add to the log of an organisation, and those from all networks. */
const OF_NETWORK = { most: 10, seconds: 600 };
const OF_ORGANIZATION = { most: 100, seconds: 3600 };

type Rejection = {
  readonly code: SsoFailure;
  readonly address: string;
  /** The person whose account the answer did not open, if the administrator has to unlink it. */
  readonly employeeId: string | undefined;
};

/**
 * Writes a rejected answer to the audit log of its organisation, with the reason but nothing that the answer says about a person:
 * it may be forged. Anybody can send answers, so the number of entries is limited; the log of the server has all of them.
 */
export const logRejection = async (
  platform: Platform,
  organizationId: string | undefined,
  { code, address, employeeId }: Rejection,
): Promise<void> => {
  if (organizationId === undefined || !(await findEnabled(platform, organizationId))) return;
  const bucket = `sso-rejected:${organizationId}`;
  if (!(await countUntilRest(platform.db, `${bucket} ${networkOf(address)}`, OF_NETWORK))) return;
  if (!(await countUntilRest(platform.db, bucket, OF_ORGANIZATION))) return;
  const details = { note: `sso_${code}` };
  await inTenant(platform.db, { organizationId, readable: [organizationId] }, 'write', (tx) =>
    writeAudit(
      tx,
      { action: 'sso.rejected', actorId: null, actorName: 'SSO', address },
      employeeId === undefined ? { kind: 'sso', title: null, details } : { kind: 'employee', id: employeeId, details },
    ),
  );
};
