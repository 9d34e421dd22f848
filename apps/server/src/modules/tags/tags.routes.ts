import { tagsEndpoints } from '@sergak/contract/tags/tags.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { assignFile, previewMembersFile } from './members-file.service.ts';
import { listTags } from './tags.query.ts';
import * as bulk from './bulk.service.ts';
import * as tags from './tags.service.ts';

export const tagsRoutes = bind(tagsEndpoints, {
  'tags.list': async ({ tx }) => ({ data: await listTags(tx) }),
  'tags.users': tags.listMembers,
  'tags.toggle': tags.toggleTag,
  'tags.create': tags.createTag,
  'tags.update': tags.changeTag,
  'tags.remove': tags.deleteTag,
  'tags.assign': bulk.assignTag,
  'tags.remove-user': tags.removeMember,
  'tags.remove-users': bulk.removeManyMembers,
  'tags.members-after': tags.countMembersAfter,
  'tags.set-risk-bounds': tags.setRiskBounds,
  'tags.preview-file': previewMembersFile,
  'tags.assign-file': assignFile,
});
