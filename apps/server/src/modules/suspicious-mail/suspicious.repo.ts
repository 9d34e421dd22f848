import type { SuspiciousState } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const lockSuspicious = (tx: Tx, id: string) =>
  tx
    .selectFrom('suspicious_emails')
    .select(['id', 'subject', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const setState = (tx: Tx, id: string, state: SuspiciousState, by: string) =>
  tx
    .updateTable('suspicious_emails')
    .set(state === 'new' ? { state, state_by: null, state_at: null } : { state, state_by: by, state_at: now() })
    .where('id', '=', id)
    .execute();
