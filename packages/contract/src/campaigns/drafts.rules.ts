/** The steps of the form of a campaign, in their order. */
export const campaignSteps = ['whom', 'emails', 'when', 'after', 'check'] as const;
export type CampaignStep = (typeof campaignSteps)[number];

/** Drafts of campaigns that an organisation can keep. */
export const DRAFTS_MAX = 100;
/** Longest form of a draft as JSON text: a long message, and as many chosen people as a campaign takes. */
export const DRAFT_FORM_MAX = 2_000_000;
