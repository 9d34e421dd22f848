import { cleanLine } from '@sergak/contract/text.rules.ts';
import {
  dissolve,
  joinPath,
  lockTree,
  makeByPath,
  moveBelow,
  pathKey,
  pathsById,
  placeByPath,
  splitPath,
} from '../departments/public.ts';
import { moveBySync } from '../employees/public.ts';
import type { Group, GroupKind } from './group-kind.ts';
import * as query from './groups.query.ts';
import { linkGroup } from './links.repo.ts';
import { requireUsers } from './members.ts';
import type { ScimCtx } from './scim-ctx.ts';

const isSameName = (a: string, b: string): boolean => pathKey(splitPath(a)) === pathKey(splitPath(b));

const list = async (ctx: ScimCtx): Promise<Group[]> => {
  const paths = await pathsById(ctx.tx);
  return (await query.selectGroupDepartments(ctx.tx)).map((row) => {
    const path = paths.get(row.id) ?? [];
    const own = row.display_name !== null && pathKey(splitPath(row.display_name)) === pathKey(path);
    return { ...row, path, name: own ? row.display_name! : joinPath(path) };
  });
};

/** Groups are departments: a person has one, and the last membership wins. A group as a member is a department below. */
export const departmentGroups: GroupKind = {
  lock: lockTree,
  list,
  people: query.peopleOfDepartment,
  membersTags: query.departmentMembersTags,
  placesOf: query.departmentsOf,
  isSameName,
  /** «Дирекция / Финансы» creates both levels. */
  create: async (ctx, displayName, externalId) => {
    const id = await makeByPath(ctx.tx, splitPath(displayName));
    await linkGroup(ctx.tx, { departmentId: id, displayName, externalId });
    const title = cleanLine(displayName);
    ctx.log('department.created', { kind: 'department', id, title, changes: { title: [null, title] } });
    return id;
  },
  rename: async (ctx, group, displayName, externalId) => {
    const path = splitPath(displayName);
    if (joinPath(path) !== joinPath(group.path)) {
      await placeByPath(ctx.tx, group.id, path);
      const title = cleanLine(displayName);
      const changes = { title: [group.name, title] } as const;
      ctx.log('department.changed', { kind: 'department', id: group.id, title, changes });
    }
    await linkGroup(ctx.tx, { departmentId: group.id, displayName, externalId });
  },
  add: async (ctx, group, all, ids) => {
    const groups = ids.filter((id) => all.some((one) => one.id === id));
    const people = ids.filter((id) => !groups.includes(id));
    await requireUsers(ctx, people);
    for (const id of groups) await moveBelow(ctx.tx, id, group.id);
    return moveBySync(ctx.tx, people, group.id);
  },
  /** People move to «Без отдела», groups to the top. */
  remove: async (ctx, group, all, ids) => {
    const groups = all.filter((one) => one.parent_id === group.id && ids.includes(one.id));
    for (const one of groups) await moveBelow(ctx.tx, one.id, null);
    const here = new Set((await query.peopleOfDepartment(ctx.tx, group.id)).map((one) => one.id));
    return moveBySync(
      ctx.tx,
      ids.filter((id) => here.has(id)),
      null,
    );
  },
  logMembers: (ctx, group, joined, left) =>
    ctx.log('department.people_moved', {
      kind: 'department',
      id: group.id,
      title: group.name,
      details: { people_added: joined.length, people_removed: left.length, people: [...joined, ...left] },
    }),
  dissolve: async (ctx, { id, name }) => {
    const { moved_people } = await dissolve(ctx.tx, id);
    ctx.log('departments.removed', { kind: 'department', id, title: name, details: { affected: 1, moved_people } });
  },
};
