import { after, now } from '../../platform/clock.ts';
import type { SystemTx } from '../../platform/db.ts';
import { digest, newToken } from '../../platform/secrets.ts';
import { ABSOLUTE_MS } from './session.query.ts';

type NewSession = { organizationId: string; employeeId: string; twoFactorDue: boolean; userAgent: string; address: string };

/** Opens a session and answers its token, which is kept nowhere else. */
export const insertSession = async (tx: SystemTx, session: NewSession): Promise<string> => {
  const token = newToken();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: digest(token),
      organization_id: session.organizationId,
      employee_id: session.employeeId,
      acting_organization_id: session.organizationId,
      two_factor_due: session.twoFactorDue,
      user_agent: session.userAgent.slice(0, 500),
      address: session.address || null,
      created_at: now(),
      seen_at: now(),
      expires_at: after(now(), ABSOLUTE_MS),
    })
    .execute();
  return token;
};
