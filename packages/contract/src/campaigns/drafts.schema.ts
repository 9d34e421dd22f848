import { z } from 'zod';
import { TITLE_MAX } from '../text.rules.ts';
import { campaignSteps, DRAFT_FORM_MAX } from './drafts.rules.ts';

const step = z.enum(campaignSteps);
const noZero = /^[^\0]*$/;

/** A draft in the list. */
export const campaignDraftRow = z.object({
  id: z.uuid(),
  /** Empty until the campaign has a name. */
  name: z.string(),
  step,
  /** Null if the account of the author was removed. */
  created_by: z.object({ id: z.uuid(), full_name: z.string() }).nullable(),
  updated_at: z.string(),
  version: z.int(),
});
export type CampaignDraftRow = z.output<typeof campaignDraftRow>;
/** A draft with its form as JSON text. */
export const storedCampaignDraft = campaignDraftRow.extend({ form: z.string() });
export type StoredCampaignDraft = z.output<typeof storedCampaignDraft>;

export const campaignDraftSave = z.strictObject({
  name: z.string().trim().max(TITLE_MAX).regex(noZero),
  step,
  form: z.string().min(2).max(DRAFT_FORM_MAX).regex(noZero),
  /** The version that was changed; 0: a new draft. */
  version: z.int().min(0),
});
