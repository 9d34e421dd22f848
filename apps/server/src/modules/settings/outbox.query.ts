import type { Tx } from '../../platform/db.ts';

/** Transactional emails that could not be delivered, newest first. */
export const listFailures = (tx: Tx) =>
  tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'subject', 'reply', 'created_at'])
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
