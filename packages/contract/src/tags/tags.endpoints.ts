import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { longTask } from '../tasks/bulk.schema.ts';
import { flag, id, idParam, list, page, paging, search } from '../paging.ts';
import { TAG_FILE_MAX } from './tags.rules.ts';
import {
  membersAfter, newTag, riskBounds, rulesAsked, tag, tagAssignment, tagChanges, tagFilePreview, tagMember, tagRemoval,
} from './tags.schema.ts';

const allow = 'admin.staff.tags';

export const tagsEndpoints = defineEndpoints({
  'tags.list': {
    method: 'GET', path: '/users/tags/organization', permission: 'admin',
    about: 'All tags of the organisation: those it started with, then its own by title.',
    response: list(tag),
  },
  'tags.users': {
    method: 'GET', path: '/users/tags/:id/users', permission: allow,
    about: 'Members of a tag, by name.',
    params: idParam, query: z.strictObject({ search, ...paging }),
    response: page(tagMember), errors: ['tag.not_found'],
  },
  'tags.toggle': {
    method: 'POST', path: '/users/tags/toggle', permission: allow,
    about: 'Switches the actions of a tag on or off; the tag and its people stay.',
    body: z.strictObject({ tag_id: id, toggle: z.boolean() }), response: tag, errors: ['tag.not_found'],
    audit: { action: 'tag.toggled' }, touches: ['tags', 'automation'],
  },
  'tags.create': {
    method: 'POST', path: '/users/tags/custom', permission: allow,
    about: 'Adds a tag of the organisation.',
    body: newTag, response: tag, errors: ['tag.title_taken'],
    audit: { action: 'tag.created' }, touches: ['tags', 'automation'],
  },
  'tags.update': {
    method: 'PATCH', path: '/users/tags/custom/:id', permission: allow,
    about: 'Renames a tag of the organisation or gives it another colour.',
    params: idParam, body: tagChanges, response: tag,
    errors: ['tag.not_found', 'tag.title_taken', 'tag.system_tag', 'common.stale_version'],
    audit: { action: 'tag.changed' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.remove': {
    method: 'DELETE', path: '/users/tags/custom/:id', permission: allow,
    about: 'Deletes a tag of the organisation; its people stay.',
    params: idParam, response: z.null(), errors: ['tag.not_found', 'tag.system_tag'],
    audit: { action: 'tag.deleted' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.assign': {
    method: 'POST', path: '/users/tags/custom/assign', permission: allow,
    about: 'Puts people under a tag, one by one, through departments, or as selected in the staff list; more than 2,000 as a long task.',
    body: tagAssignment, response: z.object({ assigned: z.int(), ...longTask }),
    errors: ['tag.not_found', 'tag.system_tag', 'employee.none_selected', 'employee.not_found', 'employee.selection_changed'],
    audit: { action: 'tag.assigned' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.remove-user': {
    method: 'DELETE', path: '/users/tags/custom/:tagId/users/:userId', permission: allow,
    about: 'Takes one person out of a tag.',
    params: z.strictObject({ tagId: id, userId: id }), response: z.null(),
    errors: ['tag.not_found', 'tag.system_tag', 'employee.not_found'],
    audit: { action: 'tag.unassigned' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.remove-users': {
    method: 'POST', path: '/users/tags/custom/:tagId/users/bulk-delete', permission: allow,
    about: 'Takes people out of a tag, one by one, through departments, or as selected; more than 2,000 as a long task.',
    params: z.strictObject({ tagId: id }), body: tagRemoval, response: z.object({ removed: z.int(), ...longTask }),
    errors: ['tag.not_found', 'tag.system_tag', 'employee.none_selected', 'employee.not_found', 'employee.selection_changed'],
    audit: { action: 'tag.unassigned' }, touches: ['tags', 'automation', 'employees'],
  },
  // ours: what changed bounds or another life would do, before they are saved
  'tags.members-after': {
    method: 'GET', path: '/users/tags/default/:id/members-after', permission: allow,
    about: 'How many people a tag that fills itself has, and how many would come and go if its rules were these; nothing is changed.',
    params: idParam, query: rulesAsked, response: membersAfter, errors: ['tag.not_found', 'tag.system_tag'],
  },
  'tags.set-risk-bounds': {
    method: 'PATCH', path: '/users/tags/default/risk-group/:id', permission: allow,
    about: 'Between which risk levels people belong to the group.',
    params: idParam, body: riskBounds, response: tag,
    errors: ['tag.not_found', 'tag.system_tag', 'common.stale_version'],
    audit: { action: 'tag.changed' }, touches: ['tags', 'automation', 'employees'],
  },
  'tags.preview-file': {
    method: 'POST', path: '/users/tags/custom/assign/xlsx/preview', permission: allow,
    about: 'Reads addresses out of a spreadsheet and says who is found among the staff and which lines are not.',
    upload: { file: TAG_FILE_MAX }, response: tagFilePreview,
    errors: ['import.unreadable', 'import.encoding_unknown', 'import.too_large', 'import.columns_missing', 'request.too_large'],
    audit: { none: 'reads a file, changes nothing' }, touches: [],
  },
  'tags.assign-file': {
    method: 'POST', path: '/users/tags/custom/:id/assign/xlsx', permission: allow,
    about: 'Puts the people of a spreadsheet under a tag; lines that name nobody are listed.',
    params: idParam, upload: { file: TAG_FILE_MAX }, body: z.strictObject({ need_onboarding: flag.default(true) }),
    response: z.object({ assigned: z.int(), already: z.int(), refused: z.int(), ...longTask }),
    errors: ['tag.not_found', 'tag.system_tag', 'import.unreadable', 'import.encoding_unknown', 'import.too_large', 'import.columns_missing', 'request.too_large'],
    audit: { action: 'tag.assigned' }, touches: ['tags', 'automation', 'employees'],
  },
});
