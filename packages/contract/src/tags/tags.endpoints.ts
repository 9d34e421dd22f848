import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { flag, id, idParam, list, page, paging, search, sorting } from '../paging.ts';
import { TAG_FILE_MAX } from './tags.rules.ts';
import {
  membersAfter, newTag, riskBounds, proposedRules, tag, tagAssignment, tagChanges, tagFilePreview, tagMember, tagRemoval,
} from './tags.schema.ts';

const allow = 'admin.staff.tags';

export const tagMemberSorts = ['name', 'department', 'joined_at'] as const;

export const tagsEndpoints = defineEndpoints({
  'tags.list': {
    method: 'GET', path: '/users/tags/organization', permission: 'admin',
    about: 'All tags of the organisation: built-in tags first, then custom tags by title.',
    response: list(tag),
  },
  'tags.users': {
    method: 'GET', path: '/users/tags/:id/users', permission: allow,
    about: 'Members of a tag, by name unless sorted.',
    params: idParam, query: z.strictObject({ search, ...paging, ...sorting(tagMemberSorts) }),
    response: page(tagMember), errors: ['tag.not_found'],
  },
  'tags.toggle': {
    method: 'POST', path: '/users/tags/toggle', permission: allow,
    about: 'Switches the actions of a tag on or off. The tag and its members are kept.',
    body: z.strictObject({ tag_id: id, toggle: z.boolean() }), response: tag, errors: ['tag.not_found'],
    audit: { action: 'tag.toggled' }, touches: ['tags', 'automation'],
  },
  'tags.create': {
    method: 'POST', path: '/users/tags/custom', permission: allow,
    about: 'Adds a custom tag.',
    body: newTag, response: tag, errors: ['tag.title_taken'],
    audit: { action: 'tag.created' }, touches: ['tags', 'automation'],
  },
  'tags.update': {
    method: 'PATCH', path: '/users/tags/custom/:id', permission: allow,
    about: 'Changes the title or the colour of a custom tag.',
    params: idParam, body: tagChanges, response: tag,
    errors: ['tag.not_found', 'tag.title_taken', 'tag.system_tag', 'common.stale_version'],
    audit: { action: 'tag.changed' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.remove': {
    method: 'DELETE', path: '/users/tags/custom/:id', permission: allow,
    about: 'Deletes a custom tag; its members are kept as people.',
    params: idParam, response: z.null(), errors: ['tag.not_found', 'tag.system_tag'],
    audit: { action: 'tag.deleted' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.assign': {
    method: 'POST', path: '/users/tags/custom/assign', permission: allow, costs: 'bulk',
    about: 'Adds people to a tag: single people, departments, or the selection of the staff list. More than 2,000 people are handled by a long task.',
    body: tagAssignment, response: z.object({ assigned: z.int(), ...longTask }),
    errors: ['tag.not_found', 'tag.system_tag', 'employee.none_selected', 'employee.not_found', 'employee.selection_changed'],
    audit: { action: 'tag.assigned' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.remove-user': {
    method: 'DELETE', path: '/users/tags/custom/:tagId/users/:userId', permission: allow,
    about: 'Removes one person from a tag.',
    params: z.strictObject({ tagId: id, userId: id }), response: z.null(),
    errors: ['tag.not_found', 'tag.system_tag', 'employee.not_found'],
    audit: { action: 'tag.unassigned' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.remove-users': {
    method: 'POST', path: '/users/tags/custom/:tagId/users/bulk-delete', permission: allow, costs: 'bulk',
    about: 'Removes people from a tag: single people, departments, or a selection. More than 2,000 people are handled by a long task.',
    params: z.strictObject({ tagId: id }), body: tagRemoval, response: z.object({ removed: z.int(), ...longTask }),
    errors: ['tag.not_found', 'tag.system_tag', 'employee.none_selected', 'employee.not_found', 'employee.selection_changed'],
    audit: { action: 'tag.unassigned' }, touches: ['tags', 'automation', 'employees'],
  },
  // Not in the specification: the effect of changed rules before they are saved.
  'tags.members-after': {
    method: 'GET', path: '/users/tags/default/:id/members-after', permission: allow,
    about: 'Number of members of a rule-based tag, and number of people who would join and leave with the given rules. Nothing changes.',
    params: idParam, query: proposedRules, response: membersAfter, errors: ['tag.not_found', 'tag.system_tag'],
  },
  'tags.set-risk-bounds': {
    method: 'PATCH', path: '/users/tags/default/risk-group/:id', permission: allow,
    about: 'The range of risk levels of the group.',
    params: idParam, body: riskBounds, response: tag,
    errors: ['tag.not_found', 'tag.system_tag', 'common.stale_version'],
    audit: { action: 'tag.changed' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.preview-file': {
    method: 'POST', path: '/users/tags/custom/assign/xlsx/preview', permission: allow, costs: 'import',
    about: 'Reads addresses from a spreadsheet and returns the people found and the rejected rows.',
    upload: { file: TAG_FILE_MAX }, response: tagFilePreview,
    errors: ['import.unreadable', 'import.encoding_unknown', 'import.too_large', 'import.columns_missing', 'request.too_large'],
    audit: { none: 'reads a file, changes nothing' }, touches: [],
  },
  'tags.assign-file': {
    method: 'POST', path: '/users/tags/custom/:id/assign/xlsx', permission: allow, costs: 'import',
    about: 'Adds the people of a spreadsheet to a tag. Rows without a matching person are listed.',
    params: idParam, upload: { file: TAG_FILE_MAX }, body: z.strictObject({ need_onboarding: flag.default(true) }),
    response: z.object({ assigned: z.int(), already: z.int(), rejected: z.int(), ...longTask }),
    errors: ['tag.not_found', 'tag.system_tag', 'import.unreadable', 'import.encoding_unknown', 'import.too_large', 'import.columns_missing', 'request.too_large'],
    audit: { action: 'tag.assigned' }, touches: ['tags', 'automation', 'employees'],
  },
});
