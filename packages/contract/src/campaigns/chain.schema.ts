import { z } from 'zod';
import { approvalStates } from './campaigns.rules.ts';
import { campaignStatus, reach } from './campaigns.schema.ts';

/** One campaign of a chain of follow-ups, or the follow-up that starts after the last one of the chain. */
export const chainLink = z.object({
  /** Null: a planned follow-up, which becomes a campaign when the previous one ends. */
  id: z.uuid().nullable(),
  name: z.string(),
  status: campaignStatus.nullable(),
  approval: z.enum(approvalStates).nullable(),
  paused_at: z.string().nullable(),
  failure: z.string().nullable(),
  /** Of a planned follow-up: the expected start. */
  start_date: z.string(),
  end_date: z.string().nullable(),
  users_count: z.int().nullable(),
  emails_count: z.int(),
  /** The mark that people had to reach in the previous campaign; null for the first campaign. */
  reach: reach.nullable(),
});
export type ChainLink = z.output<typeof chainLink>;
