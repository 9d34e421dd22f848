import type { Tx } from '../../platform/db.ts';
import { deleteSentEmails } from '../../platform/outbox.ts';
import { unlinkRunCampaigns as unlinkActions } from '../automation/public.ts';
import type { Anonymized } from './results.service.ts';
import { unlinkAssignmentCampaigns as unlinkAssignments } from '../learning/public.ts';
import { recountDepartments } from '../statistics/public.ts';

/** Clears what other modules store about the people of results that became anonymous. */
export const unlinkResults = async (tx: Tx, { people, campaigns }: Anonymized): Promise<void> => {
  if (people.length === 0) return;
  await unlinkAssignments(tx, campaigns);
  await unlinkActions(tx, campaigns);
  // Only people at the mark of a campaign got its message.
  await deleteSentEmails(tx, 'campaign_message', people);
  await recountDepartments(tx, campaigns);
};
