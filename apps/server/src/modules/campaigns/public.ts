export { countApprovers, findAdministrators } from './approval/approval.query.ts';
export { forgetApprovers } from './approval/approval.repo.ts';
export type { TagRefusal } from './by-tag/by-tag.query.ts';
export { planTagMailing, type TagMailingResult } from './by-tag/by-tag.service.ts';
export { endAllCampaigns } from './lifecycle.service.ts';
export { clearChoices, findUnended, removeFromChoices } from './choices.repo.ts';
