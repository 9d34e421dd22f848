/** The steps of the form of a campaign, in their order. */
export const campaignSteps = ['whom', 'emails', 'when', 'after', 'check'] as const;
export type CampaignStep = (typeof campaignSteps)[number];

/** Drafts of campaigns that an organisation can keep. */
export const DRAFTS_MAX = 100;
/** Days that a draft is kept after its last change: it names people. */
export const DRAFT_DAYS = 90;
/** Longest form of a draft as JSON text: a long message, and as many chosen people as a campaign takes. */
export const DRAFT_FORM_MAX = 2_000_000;
