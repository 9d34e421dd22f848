export { countApprovers, findAdministrators } from './approval/approval.query.ts';
export { forgetApprovers } from './approval/approval.repo.ts';
export type { TagRejection } from './by-tag/by-tag.query.ts';
export { planTagCampaign, type TagCampaignResult } from './by-tag/by-tag.service.ts';
export { endAllCampaigns } from './lifecycle.service.ts';
export { clearChoices, findUnended, removeFromChoices } from './choices.repo.ts';
