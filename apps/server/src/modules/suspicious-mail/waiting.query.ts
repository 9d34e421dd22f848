import type { WaitingSource } from '../../platform/waiting.ts';
import { waitingReports } from './suspicious.query.ts';

/** Reported emails without a verdict that nobody has closed. */
export const unjudgedEmails: WaitingSource = {
  kind: 'reported_mail',
  find: async (tx) => {
    const { number, oldest } = await waitingReports(tx);
    return oldest === null ? [] : [{ thing_id: null, title: '', number, since: oldest }];
  },
};
