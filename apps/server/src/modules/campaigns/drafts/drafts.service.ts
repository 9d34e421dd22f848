import type { draftsEndpoints } from '@sergak/contract/campaigns/drafts.endpoints.ts';
import { DRAFTS_MAX } from '@sergak/contract/campaigns/drafts.rules.ts';
import type { CampaignDraftRow, StoredCampaignDraft } from '@sergak/contract/campaigns/drafts.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireVersion } from '../../../platform/version.ts';
import { findDraft } from './drafts.query.ts';
import { countDrafts, deleteDraftRow, insertDraft, lockDraft, updateDraft } from './drafts.repo.ts';

/** A draft with its form; an error if there is none. */
export const requireDraft = async (tx: Tx, id: string): Promise<StoredCampaignDraft> => {
  const draft = await findDraft(tx, id);
  if (!draft) throw new AppError('campaign.draft_not_found');
  return draft;
};

/** Keeps a draft. A draft that was launched or deleted meanwhile does not come back: only version 0 adds one. */
export const saveDraft = async (
  { tx, viewer }: Ctx,
  { id, version, ...draft }: Input<(typeof draftsEndpoints)['campaigns.save-draft']>,
): Promise<CampaignDraftRow> => {
  const stored = await lockDraft(tx, id);
  if (stored) {
    requireVersion(stored, version);
    await updateDraft(tx, id, draft);
  } else {
    if (version > 0) throw new AppError('campaign.draft_not_found');
    if ((await countDrafts(tx)) >= DRAFTS_MAX) throw new AppError('campaign.drafts_full');
    if (!(await insertDraft(tx, id, draft, viewer.id))) throw new AppError('common.stale_version');
  }
  const { form: _, ...row } = await requireDraft(tx, id);
  return row;
};

/** Deletes a draft. */
export const deleteDraft = async ({ tx }: Ctx, { id }: Input<(typeof draftsEndpoints)['campaigns.delete-draft']>) => {
  const draft = await lockDraft(tx, id);
  if (!draft) throw new AppError('campaign.draft_not_found');
  await deleteDraftRow(tx, id);
  return new Logged(null, { kind: 'campaign', id, title: draft.name, changes: {} });
};
