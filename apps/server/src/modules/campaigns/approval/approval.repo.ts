import { now } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';

type Question = { campaignId: string; by: string | null; name: string; recipients: number; above: number };

/** Stores an approval request. It replaces an earlier request of the same campaign and its decision. */
export const askApproval = async (tx: Tx, { campaignId, by, name, recipients, above }: Question): Promise<void> => {
  const values = { asked_by: by, asked_name: name, asked_at: now(), recipients, above };
  const unanswered = { decided_by: null, decided_name: '', decided_at: null, note: '' };
  await tx
    .insertInto('campaign_approvals')
    .values({ campaign_id: campaignId, ...values })
    .onConflict((oc) => oc.columns(['organization_id', 'campaign_id']).doUpdateSet({ ...values, ...unanswered }))
    .execute();
};

/** Stores the decision about an approval request. */
export const answerApproval = async (
  tx: Tx,
  campaignId: string,
  by: { id: string; name: string },
  note: string,
): Promise<void> => {
  await tx
    .updateTable('campaign_approvals')
    .set({ decided_by: by.id, decided_name: by.name, decided_at: now(), note })
    .where('campaign_id', '=', campaignId)
    .execute();
};

/** Clears the names of people who were removed long ago. */
export const forgetApprovers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const people = [...ids];
  await tx.updateTable('campaign_approvals').set({ asked_name: '' }).where('asked_by', 'in', people).execute();
  await tx.updateTable('campaign_approvals').set({ decided_name: '' }).where('decided_by', 'in', people).execute();
};
