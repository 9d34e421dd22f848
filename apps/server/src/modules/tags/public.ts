export { insertBuiltInTags } from './built-in.repo.ts';
export { addNewcomers as enrolNewcomers, forgetMembers } from './tags.repo.ts';
export { requireTag, setTagLifeDays, setRiskBounds } from './tags.service.ts';
export { findCountedTag as readTag } from './tags.query.ts';
export { findTag, type TagSetup } from './tags.query.ts';
export { belongs, membersAfter, rulesWith, type MembershipRules } from './membership.query.ts';
export { peopleOfFile } from './members-file.service.ts';
export { lockTags } from './person-tags.service.ts';
export { dropBySync, ensureTag, joinBySync, leaveBySync, renameTag } from './sync.service.ts';
