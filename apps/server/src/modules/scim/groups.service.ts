import {
  GROUP_SCHEMA,
  type PatchOperation,
  SCIM_BASE,
  type ScimQuery,
  type ScimResource,
} from '@sergak/contract/scim/scim.schema.ts';
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
import { comparisonsOf, type Filter, matches, parseFilter } from './filter.ts';
import { type GroupRow, listGroups as readGroups } from './groups.query.ts';
import { linkGroup } from './links.repo.ts';
import { applyPatch } from './patch.ts';
import { excludes, listAnswer, requireVersion, resourceAnswer, weakTag } from './resources.ts';
import type { ScimAnswer, ScimCtx } from './scim-ctx.ts';
import { badRequest, notFound, ScimError } from './scim-error.ts';
import { departmentsOf, findUser, membersOf, membersTags } from './users.query.ts';

type Group = GroupRow & { readonly path: string[]; readonly name: string };
type Member = { value: string; type?: string; display?: string; $ref?: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** All groups. The provider's name is used while it still matches the path of the department; otherwise the path is the name. */
const groupsOf = async (ctx: ScimCtx): Promise<Group[]> => {
  const paths = await pathsById(ctx.tx);
  return (await readGroups(ctx.tx)).map((row) => {
    const path = paths.get(row.id) ?? [];
    const own = row.display_name !== null && pathKey(splitPath(row.display_name)) === pathKey(path);
    return { ...row, path, name: own ? row.display_name! : joinPath(path) };
  });
};

const findGroup = async (ctx: ScimCtx, id: string): Promise<{ group: Group; all: Group[] }> => {
  const all = await groupsOf(ctx);
  const group = all.find((one) => one.id === id);
  if (!group) throw notFound(`Group ${id}`);
  return { group, all };
};

const resource = (ctx: ScimCtx, group: Group, members?: readonly Member[], membersTag = ''): ScimResource => {
  const shown = {
    schemas: [GROUP_SCHEMA],
    id: group.id,
    ...(group.external_id === null ? {} : { externalId: group.external_id }),
    displayName: group.name,
  };
  const { created_at: created, updated_at: lastModified } = group;
  const location = `${ctx.platform.urls.portal}${SCIM_BASE}/Groups/${group.id}`;
  return {
    ...shown,
    ...(members === undefined ? {} : { members }),
    meta: { resourceType: 'Group', created, lastModified, location, version: weakTag([shown, membersTag]) },
  };
};

/** Groups as they are answered. Without their members, the version is the same. */
const show = async (
  ctx: ScimCtx,
  groups: readonly Group[],
  all: readonly Group[],
  withMembers = true,
): Promise<ScimResource[]> => {
  const people = await membersTags(
    ctx.tx,
    groups.map((one) => one.id),
  );
  const shown: ScimResource[] = [];
  for (const group of groups) {
    const inside = all.filter((one) => one.parent_id === group.id).map((one) => one.id);
    const tag = [people.get(group.id) ?? '', ...inside].join(' ');
    shown.push(resource(ctx, group, withMembers ? await members(ctx, group, all) : undefined, tag));
  }
  return shown;
};

/** A group as it is now. */
const answer = async (ctx: ScimCtx, id: string, status: number, q?: ScimQuery): Promise<ScimAnswer> => {
  const { group, all } = await findGroup(ctx, id);
  const [shown] = await show(ctx, [group], all, q === undefined || !excludes(q, 'members'));
  return resourceAnswer(shown!, status, q);
};

/** A group in the version that the call expects, after the tree of departments was locked. */
const findForChange = async (ctx: ScimCtx, id: string) => {
  await lockTree(ctx.tx);
  const found = await findGroup(ctx, id);
  const [before] = await show(ctx, [found.group], found.all);
  requireVersion(ctx, before!);
  return { ...found, before: before! };
};

const members = async (ctx: ScimCtx, group: Group, all: readonly Group[]): Promise<Member[]> => {
  const base = `${ctx.platform.urls.portal}${SCIM_BASE}`;
  const people = await membersOf(ctx.tx, group.id);
  return [
    ...people.map((one) => ({ value: one.id, display: one.full_name, type: 'User', $ref: `${base}/Users/${one.id}` })),
    ...all
      .filter((one) => one.parent_id === group.id)
      .map((one) => ({ value: one.id, display: one.name, type: 'Group', $ref: `${base}/Groups/${one.id}` })),
  ];
};

/** The groups that a filter finds. Membership is read only for the people named in the filter. */
const filtered = async (ctx: ScimCtx, all: readonly Group[], filter: Filter | null): Promise<Group[]> => {
  if (!filter) return [...all];
  const compared = comparisonsOf(filter);
  const known = ['id', 'displayname', 'externalid', 'members', 'members.value', 'meta.created', 'meta.lastmodified'];
  const unknown = compared.find((one) => !known.includes(one.path));
  if (unknown) throw badRequest('invalidFilter', `Filtering by “${unknown.path}” is not supported.`);
  if (compared.length > 50) throw badRequest('invalidFilter', 'The filter has too many comparisons.');
  const named = compared.filter((one) => one.path.startsWith('members')).map((one) => String(one.value));
  const placed =
    named.length === 0
      ? new Map<string, string>()
      : await departmentsOf(
          ctx.tx,
          named.filter((id) => UUID.test(id)),
        );
  return all.filter((group) => {
    const inside = [...placed].filter(([, place]) => place === group.id).map(([value]) => ({ value }));
    return matches(filter, resource(ctx, group, inside as Member[]));
  });
};

export const listGroups = async (ctx: ScimCtx, q: ScimQuery): Promise<ScimAnswer> => {
  const all = await groupsOf(ctx);
  const found = await filtered(ctx, all, q.filter ? parseFilter(q.filter) : null);
  const page = found.slice(q.startIndex - 1, q.startIndex - 1 + q.count);
  return listAnswer(q, found.length, await show(ctx, page, all, !excludes(q, 'members')));
};

export const readGroup = (ctx: ScimCtx, id: string, q: ScimQuery): Promise<ScimAnswer> => answer(ctx, id, 200, q);

const textOf = (value: unknown, name: string): string => {
  if (typeof value !== 'string' || value.trim() === '') throw badRequest('invalidValue', `“${name}” is required.`);
  return value.trim();
};
const idsOf = (value: unknown): string[] => {
  const list: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return [...new Set(list.map((one) => String((one as Member | null)?.value ?? one).toLowerCase()))];
};
const externalOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 500) : null;

/** Adds people and groups to a group: people change their department, groups move below this group. */
const addMembers = async (
  ctx: ScimCtx,
  group: Group,
  all: readonly Group[],
  ids: readonly string[],
): Promise<string[]> => {
  const groups = ids.filter((id) => all.some((one) => one.id === id));
  const people = ids.filter((id) => !groups.includes(id));
  for (const id of people)
    if (!UUID.test(id) || !(await findUser(ctx.tx, id)))
      throw badRequest('invalidValue', `User or group “${id.slice(0, 100)}” not found.`);
  for (const id of groups) await moveBelow(ctx.tx, id, group.id);
  return moveBySync(ctx.tx, people, group.id);
};

/** Removes people and groups from a group: people move to «Без отдела», groups to the top. */
const removeMembers = async (
  ctx: ScimCtx,
  group: Group,
  all: readonly Group[],
  ids: readonly string[],
): Promise<string[]> => {
  const groups = all.filter((one) => one.parent_id === group.id && ids.includes(one.id));
  for (const one of groups) await moveBelow(ctx.tx, one.id, null);
  const here = new Set((await membersOf(ctx.tx, group.id)).map((one) => one.id));
  return moveBySync(
    ctx.tx,
    ids.filter((id) => here.has(id)),
    null,
  );
};

const logMembers = (ctx: ScimCtx, group: Group, added: readonly string[], removed: readonly string[]) => {
  if (added.length + removed.length > 0)
    ctx.log('department.people_moved', {
      kind: 'department',
      id: group.id,
      title: group.name,
      details: { people_added: added.length, people_removed: removed.length, people: [...added, ...removed] },
    });
};

/** Creates a department for a group; «Дирекция / Финансы» creates both levels. */
export const createGroup = async (ctx: ScimCtx, body: ScimResource): Promise<ScimAnswer> => {
  await lockTree(ctx.tx);
  const displayName = textOf(body['displayName'], 'displayName');
  const path = splitPath(displayName);
  const before = await groupsOf(ctx);
  if (before.some((one) => pathKey(one.path) === pathKey(path)))
    throw new ScimError(409, `A group “${displayName}” already exists.`, 'uniqueness');
  const id = await makeByPath(ctx.tx, path);
  await linkGroup(ctx.tx, { departmentId: id, displayName, externalId: externalOf(body['externalId']) });
  const title = cleanLine(displayName);
  ctx.log('department.created', { kind: 'department', id, title, changes: { title: [null, title] } });
  const { group, all } = await findGroup(ctx, id);
  logMembers(ctx, group, await addMembers(ctx, group, all, idsOf(body['members'])), []);
  return answer(ctx, id, 201);
};

/** Applies a resource to a group: name and path, then members. With `detach`, nested groups may be removed from the group. */
const change = async (ctx: ScimCtx, group: Group, all: readonly Group[], wanted: ScimResource, detach: boolean) => {
  const displayName = wanted['displayName'] === undefined ? group.name : textOf(wanted['displayName'], 'displayName');
  const path = splitPath(displayName);
  if (all.some((one) => one.id !== group.id && pathKey(one.path) === pathKey(path)))
    throw new ScimError(409, `A group “${displayName}” already exists.`, 'uniqueness');
  if (joinPath(path) !== joinPath(group.path)) {
    await placeByPath(ctx.tx, group.id, path);
    const title = cleanLine(displayName);
    ctx.log('department.changed', { kind: 'department', id: group.id, title, changes: { title: [group.name, title] } });
  }
  const externalId = wanted['externalId'] === undefined ? group.external_id : externalOf(wanted['externalId']);
  await linkGroup(ctx.tx, { departmentId: group.id, displayName, externalId });
  if (wanted['members'] === undefined) return;
  const now = await members(ctx, group, all);
  const ids = idsOf(wanted['members']);
  const gone = now.filter((one) => !ids.includes(one.value) && (one.type === 'User' || detach)).map((one) => one.value);
  const removed = await removeMembers(ctx, group, all, gone);
  const have = new Set(now.map((one) => one.value));
  const added = await addMembers(
    ctx,
    group,
    all,
    ids.filter((id) => !have.has(id)),
  );
  logMembers(ctx, { ...group, name: displayName }, added, removed);
};

export const replaceGroup = async (ctx: ScimCtx, id: string, body: ScimResource): Promise<ScimAnswer> => {
  const { group, all } = await findForChange(ctx, id);
  textOf(body['displayName'], 'displayName');
  await change(ctx, group, all, body, false);
  return answer(ctx, id, 200);
};

export const patchGroup = async (
  ctx: ScimCtx,
  id: string,
  operations: readonly PatchOperation[],
): Promise<ScimAnswer> => {
  const { group, all, before } = await findForChange(ctx, id);
  const detach = operations.some((one) => one.op === 'remove');
  await change(ctx, group, all, applyPatch(before, operations), detach);
  return { status: 204, body: null };
};

export const deleteGroup = async (ctx: ScimCtx, id: string): Promise<ScimAnswer> => {
  const { group } = await findForChange(ctx, id);
  const { moved_people } = await dissolve(ctx.tx, id);
  ctx.log('departments.removed', { kind: 'department', id, title: group.name, details: { affected: 1, moved_people } });
  return { status: 204, body: null };
};
