import { cleanLine, TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { dropBySync, ensureTag, joinBySync, leaveBySync, renameTag } from '../tags/public.ts';
import type { Group, GroupKind } from './group-kind.ts';
import * as query from './groups.query.ts';
import { linkTag, unlinkTag } from './links.repo.ts';
import { requireUsers } from './members.ts';
import type { ScimCtx } from './scim-ctx.ts';
import { badRequest } from './scim-error.ts';

const isSameName = (a: string, b: string): boolean => cleanLine(a).toLowerCase() === cleanLine(b).toLowerCase();

const titleOf = (displayName: string): string => {
  const title = cleanLine(displayName);
  if (title === '' || title.length > TITLE_MAX)
    throw badRequest('invalidValue', `“displayName” must have 1 to ${TITLE_MAX} characters.`);
  return title;
};

const list = async (ctx: ScimCtx): Promise<Group[]> =>
  (await query.selectGroupTags(ctx.tx)).map(({ title, display_name, ...row }) => ({
    ...row,
    parent_id: null,
    path: [title],
    name: cleanLine(display_name) === title ? display_name : title,
  }));

/**
 * Groups are tags: a person has one tag for each group, and leaving a group removes only its tag. The provider sees only the tags
 * of its groups, and decides who has them.
 */
export const tagGroups: GroupKind = {
  lock: query.lockTagGroups,
  list,
  people: query.peopleOfTag,
  membersTags: query.tagMembersTags,
  placesOf: query.tagsOf,
  isSameName,
  /** A tag of this title that was made by hand becomes the group. */
  create: async (ctx, displayName, externalId) => {
    const title = titleOf(displayName);
    const { id, isNew } = await ensureTag(ctx.tx, title);
    await linkTag(ctx.tx, { tagId: id, displayName, externalId, isMade: isNew });
    if (isNew) ctx.log('tag.created', { kind: 'tag', id, title, changes: { title: [null, title] } });
    return id;
  },
  rename: async (ctx, group, displayName, externalId) => {
    const title = titleOf(displayName);
    const [before] = group.path;
    if (title !== before) {
      await renameTag(ctx.tx, group.id, title);
      ctx.log('tag.changed', { kind: 'tag', id: group.id, title, changes: { title: [before, title] } });
    }
    await linkTag(ctx.tx, { tagId: group.id, displayName, externalId });
  },
  add: async (ctx, group, all, ids) => {
    if (ids.some((id) => all.some((one) => one.id === id)))
      throw badRequest('invalidValue', 'Groups are tags in this organisation, and a tag contains only people.');
    await requireUsers(ctx, ids);
    return joinBySync(ctx.tx, group.id, ids);
  },
  remove: (ctx, group, _all, ids) => leaveBySync(ctx.tx, group.id, ids),
  logMembers: (ctx, group, joined, left) => {
    const target = { kind: 'tag', id: group.id, title: group.name } as const;
    if (joined.length > 0)
      ctx.log('tag.assigned', { ...target, details: { people: [...joined], affected: joined.length } });
    if (left.length > 0)
      ctx.log('tag.unassigned', { ...target, details: { people: [...left], affected: left.length } });
  },
  /** Takes the tag from everyone. The tag itself stays if an administrator made it or gave it actions. */
  dissolve: async (ctx, group) => {
    const people = (await query.peopleOfTag(ctx.tx, group.id)).map((one) => one.id);
    const left = await leaveBySync(ctx.tx, group.id, people);
    tagGroups.logMembers(ctx, group, [], left);
    const keeps = await query.isTagKept(ctx.tx, group.id);
    await unlinkTag(ctx.tx, group.id);
    if (keeps) return;
    await dropBySync(ctx.tx, group.id);
    ctx.log('tag.deleted', { kind: 'tag', id: group.id, title: group.name, changes: { title: [group.name, null] } });
  },
};
