import { sql } from 'kysely';
import type { CampaignDraftRow } from '@sergak/contract/campaigns/drafts.schema.ts';
import { iso, now } from '../../../platform/clock.ts';
import type { SystemTx, Tx } from '../../../platform/db.ts';

export type DraftContent = Pick<CampaignDraftRow, 'name' | 'step'> & { readonly form: string };

/** Locks a draft for a change. */
export const lockDraft = (tx: Tx, id: string) =>
  tx.selectFrom('campaign_drafts').select(['name', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();

/** Number of drafts of the organisation. */
export const countDrafts = async (tx: Tx): Promise<number> => {
  const row = await tx
    .selectFrom('campaign_drafts')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Adds a draft; returns whether it was added: false if another call has just added it. */
export const insertDraft = async (tx: Tx, id: string, draft: DraftContent, author: string): Promise<boolean> => {
  const row = await tx
    .insertInto('campaign_drafts')
    .values({
      id,
      name: draft.name,
      step: draft.step,
      form: draft.form,
      created_by: author,
      created_at: now(),
      updated_at: now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const updateDraft = (tx: Tx, id: string, { name, step, form }: DraftContent) =>
  tx
    .updateTable('campaign_drafts')
    .set({ name, step, form, updated_at: now(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

/** Deletes the drafts of all organisations that were last changed before an instant. */
export const deleteDraftsBefore = (tx: SystemTx, instant: Date) =>
  tx.deleteFrom('campaign_drafts').where('updated_at', '<', iso(instant)).execute();

export const deleteDraftRow = (tx: Tx, id: string) => tx.deleteFrom('campaign_drafts').where('id', '=', id).execute();
