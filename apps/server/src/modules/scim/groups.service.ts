import {
  GROUP_SCHEMA,
  type PatchOperation,
  SCIM_BASE,
  type ScimQuery,
  type ScimResource,
} from '@sergak/contract/scim/scim.schema.ts';
import { departmentGroups } from './department-groups.ts';
import { comparisonsOf, type ScimFilter, matches, parseFilter } from './filter.ts';
import type { Group, GroupKind } from './group-kind.ts';
import { findGroupUse } from './groups.query.ts';
import { UUID } from './members.ts';
import { applyPatch } from './patch.ts';
import { excludes, listAnswer, requireResourceVersion, resourceAnswer, weakTag } from './resources.ts';
import type { ScimAnswer, ScimCtx } from './scim-ctx.ts';
import { badRequest, notFound, ScimError } from './scim-error.ts';
import { tagGroups } from './tag-groups.ts';

type Member = { value: string; type?: string; display?: string; $ref?: string };

const kinds = { departments: departmentGroups, tags: tagGroups };
const kindOf = async (ctx: ScimCtx): Promise<GroupKind> => kinds[await findGroupUse(ctx.tx)];

const findGroup = async (ctx: ScimCtx, kind: GroupKind, id: string): Promise<{ group: Group; all: Group[] }> => {
  const all = await kind.list(ctx);
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

const members = async (ctx: ScimCtx, kind: GroupKind, group: Group, all: readonly Group[]): Promise<Member[]> => {
  const base = `${ctx.platform.urls.portal}${SCIM_BASE}`;
  const people = await kind.people(ctx.tx, group.id);
  return [
    ...people.map((one) => ({ value: one.id, display: one.full_name, type: 'User', $ref: `${base}/Users/${one.id}` })),
    ...all
      .filter((one) => one.parent_id === group.id)
      .map((one) => ({ value: one.id, display: one.name, type: 'Group', $ref: `${base}/Groups/${one.id}` })),
  ];
};

/** Groups as they are answered. Without their members, the version is the same. */
const show = async (
  ctx: ScimCtx,
  kind: GroupKind,
  groups: readonly Group[],
  all: readonly Group[],
  withMembers = true,
): Promise<ScimResource[]> => {
  const ids = groups.map((one) => one.id);
  const people = await kind.membersTags(ctx.tx, ids);
  const shown: ScimResource[] = [];
  for (const group of groups) {
    const inside = all.filter((one) => one.parent_id === group.id).map((one) => one.id);
    const tag = [people.get(group.id) ?? '', ...inside].join(' ');
    shown.push(resource(ctx, group, withMembers ? await members(ctx, kind, group, all) : undefined, tag));
  }
  return shown;
};

/** A group as it is now. */
const answer = async (
  ctx: ScimCtx,
  kind: GroupKind,
  id: string,
  { status, q }: { status: number; q?: ScimQuery },
): Promise<ScimAnswer> => {
  const { group, all } = await findGroup(ctx, kind, id);
  const [shown] = await show(ctx, kind, [group], all, q === undefined || !excludes(q, 'members'));
  return resourceAnswer(shown!, status, q);
};

/** A group in the version that the call expects, while no other call changes groups. */
const findForChange = async (ctx: ScimCtx, id: string) => {
  const kind = await kindOf(ctx);
  await kind.lock(ctx.tx);
  const found = await findGroup(ctx, kind, id);
  const [before] = await show(ctx, kind, [found.group], found.all);
  requireResourceVersion(ctx, before!);
  return { ...found, kind, before: before! };
};

/** The groups that a filter finds. Membership is read only for the people named in the filter. */
const filtered = async (
  ctx: ScimCtx,
  kind: GroupKind,
  all: readonly Group[],
  filter: ScimFilter | null,
): Promise<Group[]> => {
  if (!filter) return [...all];
  const compared = comparisonsOf(filter);
  const fields = ['id', 'displayname', 'externalid', 'members', 'members.value', 'meta.created', 'meta.lastmodified'];
  const unknown = compared.find((one) => !fields.includes(one.path));
  if (unknown) throw badRequest('invalidFilter', `Filtering by “${unknown.path}” is not supported.`);
  if (compared.length > 50) throw badRequest('invalidFilter', 'The filter has too many comparisons.');
  const named = compared.filter((one) => one.path.startsWith('members')).map((one) => String(one.value));
  const people = named.filter((id) => UUID.test(id));
  const placed = people.length === 0 ? [] : await kind.placesOf(ctx.tx, people);
  return all.filter((group) => {
    const inside = placed.filter((one) => one.group_id === group.id).map((one) => ({ value: one.employee_id }));
    return matches(filter, resource(ctx, group, inside));
  });
};

export const listGroups = async (ctx: ScimCtx, q: ScimQuery): Promise<ScimAnswer> => {
  const kind = await kindOf(ctx);
  const all = await kind.list(ctx);
  const found = await filtered(ctx, kind, all, q.filter ? parseFilter(q.filter) : null);
  const page = found.slice(q.startIndex - 1, q.startIndex - 1 + q.count);
  return listAnswer(q, found.length, await show(ctx, kind, page, all, !excludes(q, 'members')));
};

export const readGroup = async (ctx: ScimCtx, id: string, q: ScimQuery): Promise<ScimAnswer> =>
  answer(ctx, await kindOf(ctx), id, { status: 200, q });

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

const requireFreeName = (kind: GroupKind, all: readonly Group[], displayName: string, but?: string): void => {
  if (all.some((one) => one.id !== but && kind.isSameName(one.name, displayName)))
    throw new ScimError(409, `A group “${displayName}” already exists.`, 'uniqueness');
};

export const createGroup = async (ctx: ScimCtx, body: ScimResource): Promise<ScimAnswer> => {
  const kind = await kindOf(ctx);
  await kind.lock(ctx.tx);
  const displayName = textOf(body['displayName'], 'displayName');
  requireFreeName(kind, await kind.list(ctx), displayName);
  const id = await kind.create(ctx, displayName, externalOf(body['externalId']));
  const { group, all } = await findGroup(ctx, kind, id);
  const joined = await kind.add(ctx, group, all, idsOf(body['members']));
  if (joined.length > 0) kind.logMembers(ctx, group, joined, []);
  return answer(ctx, kind, id, { status: 201 });
};

type Found = Awaited<ReturnType<typeof findForChange>>;

/** Applies a resource to a group: name, then members. With `detach`, nested groups may be removed from the group. */
const change = async (ctx: ScimCtx, { kind, group, all }: Found, wanted: ScimResource, detach: boolean) => {
  const displayName = wanted['displayName'] === undefined ? group.name : textOf(wanted['displayName'], 'displayName');
  if (!kind.isSameName(group.name, displayName)) requireFreeName(kind, all, displayName, group.id);
  const externalId = wanted['externalId'] === undefined ? group.external_id : externalOf(wanted['externalId']);
  await kind.rename(ctx, group, displayName, externalId);
  if (wanted['members'] === undefined) return;
  const now = await members(ctx, kind, group, all);
  const ids = idsOf(wanted['members']);
  const gone = now.filter((one) => !ids.includes(one.value) && (one.type === 'User' || detach)).map((one) => one.value);
  const left = await kind.remove(ctx, group, all, gone);
  const have = new Set(now.map((one) => one.value));
  const added = ids.filter((id) => !have.has(id));
  const joined = await kind.add(ctx, group, all, added);
  if (joined.length + left.length > 0) kind.logMembers(ctx, { ...group, name: displayName }, joined, left);
};

export const replaceGroup = async (ctx: ScimCtx, id: string, body: ScimResource): Promise<ScimAnswer> => {
  const found = await findForChange(ctx, id);
  textOf(body['displayName'], 'displayName');
  await change(ctx, found, body, false);
  return answer(ctx, found.kind, id, { status: 200 });
};

export const patchGroup = async (
  ctx: ScimCtx,
  id: string,
  operations: readonly PatchOperation[],
): Promise<ScimAnswer> => {
  const found = await findForChange(ctx, id);
  const detach = operations.some((one) => one.op === 'remove');
  await change(ctx, found, applyPatch(found.before, operations), detach);
  return { status: 204, body: null };
};

export const deleteGroup = async (ctx: ScimCtx, id: string): Promise<ScimAnswer> => {
  const { kind, group } = await findForChange(ctx, id);
  await kind.dissolve(ctx, group);
  return { status: 204, body: null };
};
