export { tagging, untagging } from './bulk.service.ts';
export { sweepTags } from './tags.jobs.ts';
export { addNewcomers as enrolNewcomers } from './tags.repo.ts';
export { setLifeDays } from './tags.service.ts';
export { findTag, type TagSetup } from './tags.query.ts';
export { belongs, membersAfter, rulesWith, type MembershipRules } from './membership.query.ts';
export { chosenPeople } from './bulk.service.ts';
export { peopleOfFile } from './members-file.service.ts';
export { lockTags } from './person-tags.service.ts';
