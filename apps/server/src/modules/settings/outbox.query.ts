import { isAnonymous } from '../../platform/anonymous.query.ts';
import type { Tx } from '../../platform/db.ts';

/** Transactional emails that could not be delivered, newest first; in an anonymous organisation without those that tell a result. */
export const listFailures = async (tx: Tx) => {
  const anonymous = await isAnonymous(tx);
  return tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'recipient', 'subject', 'reply', 'created_at'])
    .where('state', '=', 'failed')
    .$if(anonymous, (q) => q.where('tells_result', '=', false))
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
};
