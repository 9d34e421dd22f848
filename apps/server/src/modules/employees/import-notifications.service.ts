import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/jobs.ts';
import { settleNotifications } from '../notifications/public.ts';
import { finishedImports, unconfirmedImports } from './waiting.query.ts';

/** Raises and ends what is said about imports, after one has changed. The modules above settle theirs by a job. */
export const settleImports = async (tx: Tx, fromDirectory = false): Promise<void> => {
  if (fromDirectory) await enqueue(tx, 'notifications.settle', {});
  await settleNotifications(tx, unconfirmedImports);
  await settleNotifications(tx, finishedImports);
};
