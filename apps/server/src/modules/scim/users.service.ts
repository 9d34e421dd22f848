import { addressKey, storedAddress } from '@sergak/contract/email-address.rules.ts';
import { isEmail } from '@sergak/contract/employees/employees.limits.ts';
import { type PatchOperation, type ScimQuery, type ScimResource } from '@sergak/contract/scim/scim.schema.ts';
import { makeByPath, pathKey, pathsById, splitPath } from '../departments/public.ts';
import {
  addBySync,
  changeBySync,
  defaultDepartment,
  lockForSync,
  protectingRole,
  removeBySync,
  restoreBySync,
  type SyncedFields,
  requireLicence,
} from '../employees/public.ts';
import { parseFilter } from './filter.ts';
import * as groups from './groups.query.ts';
import { freeName, linkUser, unlinkUser } from './links.repo.ts';
import { applyPatch } from './patch.ts';
import { listAnswer, requireResourceVersion, resourceAnswer } from './resources.ts';
import type { ScimAnswer, ScimCtx } from './scim-ctx.ts';
import { badRequest, notFound, ScimError } from './scim-error.ts';
import { type Draft, draftOf, requireAddress, resourceOf } from './user-map.ts';
import * as query from './users.query.ts';

/** The groups of each of these people as tags of the provider; null if groups are departments. */
const tagsOf = async (ctx: ScimCtx, rows: readonly query.ScimUserRow[]) => {
  if ((await groups.findGroupUse(ctx.tx)) === 'departments') return null;
  const ids = rows.map((row) => row.id);
  return Map.groupBy(ids.length === 0 ? [] : await groups.tagsOf(ctx.tx, ids), (one) => one.employee_id);
};

const show = async (ctx: ScimCtx, rows: readonly query.ScimUserRow[]): Promise<ScimResource[]> => {
  const paths = await pathsById(ctx.tx);
  const tags = await tagsOf(ctx, rows);
  const base = ctx.platform.urls.portal;
  return rows.map((row) => {
    const path = row.in_default ? [] : (paths.get(row.department_id) ?? []);
    const home = path.length === 0 ? [] : [{ id: row.department_id, name: path.join(' / ') }];
    const inside = tags && (tags.get(row.id) ?? []).map((one) => ({ id: one.group_id, name: one.title }));
    return resourceOf(row, { path, groups: inside ?? home, base });
  });
};

const answer = async (ctx: ScimCtx, id: string, status: number): Promise<ScimAnswer> => {
  const [resource] = await show(ctx, [(await query.findUser(ctx.tx, id))!]);
  return resourceAnswer(resource!, status);
};

const find = async (ctx: ScimCtx, id: string): Promise<query.ScimUserRow> => {
  const row = await query.findUser(ctx.tx, id);
  if (!row) throw notFound(`User ${id}`);
  return row;
};

/** A person locked for a change, as the provider sees the person, in the version that the call expects. */
const findForChange = async (ctx: ScimCtx, id: string): Promise<{ row: query.ScimUserRow; before: ScimResource }> => {
  await lockForSync(ctx.tx, id);
  const row = await find(ctx, id);
  const [before] = await show(ctx, [row]);
  requireResourceVersion(ctx, before!);
  return { row, before: before! };
};

export const listScimUsers = async (ctx: ScimCtx, q: ScimQuery): Promise<ScimAnswer> => {
  const { total, rows } = await query.selectScimUsers(ctx.tx, q.filter ? parseFilter(q.filter) : null, q);
  return listAnswer(q, total, await show(ctx, rows));
};

export const readUser = async (ctx: ScimCtx, id: string, q: ScimQuery): Promise<ScimAnswer> => {
  const [resource] = await show(ctx, [await find(ctx, id)]);
  return resourceAnswer(resource!, 200, q);
};

/** The id of the department at the path of the draft. Null: «Без отдела»; undefined: the draft does not mention it. */
const departmentOf = async (ctx: ScimCtx, draft: Draft): Promise<string | null | undefined> => {
  if (draft.department === undefined) return undefined;
  const titles = splitPath(draft.department);
  return titles.length === 0 ? null : makeByPath(ctx.tx, titles);
};

/** Adds a person, or restores the person whom the provider deleted less than 30 days ago. */
export const createUser = async (ctx: ScimCtx, body: ScimResource): Promise<ScimAnswer> => {
  const draft = draftOf(body);
  const userName = draft.user_name;
  if (!userName) throw badRequest('invalidValue', '“userName” is required.');
  const email = draft.email ?? storedAddress(userName);
  if (!isEmail(email)) throw badRequest('invalidValue', 'An email address is required: as “userName” or in “emails”.');
  requireAddress(email);
  if (await query.findByName(ctx.tx, userName, email))
    throw new ScimError(409, `A user with the userName or email address “${userName}” already exists.`, 'uniqueness');
  const removed = await query.findRemoved(ctx.tx, userName, email);
  const id = removed ?? (await add(ctx, draft, email));
  await freeName(ctx.tx, userName, query.goneBefore());
  await linkUser(ctx.tx, { employeeId: id, userName, externalId: draft.external_id ?? null });
  if (removed) {
    await reactivate(ctx, id, email);
    await change(ctx, await find(ctx, id), { ...draft, email, active: undefined } as Draft);
  }
  if (draft.active === false) await deactivate(ctx, id);
  return answer(ctx, id, 201);
};

const add = async (ctx: ScimCtx, draft: Draft, email: string): Promise<string> => {
  const id = await addBySync(ctx.tx, {
    email,
    last_name: draft.last_name ?? '',
    first_name: draft.first_name ?? '',
    middle_name: draft.middle_name ?? '',
    position: draft.position ?? '',
    department_id: (await departmentOf(ctx, draft)) ?? null,
  });
  ctx.log('employee.added', {
    kind: 'employee',
    id,
    changes: { email: [null, email], role: [null, 'employee'] },
  });
  return id;
};

/** Restores a person unless the licence or the 30 days have expired. Administrators are restored in the portal only. */
const reactivate = async (ctx: ScimCtx, id: string, email: string, oldEmail?: string) => {
  await requireLicence(ctx.tx);
  const before = await restoreBySync(ctx, id, email, oldEmail);
  if (before === null) throw notFound(`User ${id}`);
  if (before === 'power')
    throw new ScimError(403, 'An administrator cannot be reactivated through SCIM: restore the person in the portal.');
  if (before === 'address')
    throw new ScimError(403, 'The email address of an administrator cannot be changed through SCIM.');
  ctx.log('employee.restored', {
    kind: 'employee',
    id,
    changes: { email: [null, email], role: [before, 'employee'] },
  });
};

const deactivate = async (ctx: ScimCtx, id: string) => {
  const person = (await lockForSync(ctx.tx, id))!;
  if (person.role === 'super_user')
    throw new ScimError(403, 'A super user cannot be deactivated through SCIM: remove the role in the portal first.');
  await removeBySync(ctx.tx, id, ctx.machine.id);
  ctx.log('employee.removed', { kind: 'employee', id, changes: { email: [person.email, null] } });
};

/** The address after a change: the one in `emails`, else the userName if both were equal before. */
const emailAfter = (row: query.ScimUserRow, draft: Draft): string => {
  if (draft.email !== undefined && addressKey(draft.email) !== addressKey(row.email)) return draft.email;
  const renamed = draft.user_name !== undefined && addressKey(draft.user_name) !== addressKey(row.user_name);
  const followed = addressKey(row.user_name) === addressKey(row.email);
  if (!renamed || !followed || !isEmail(draft.user_name!)) return row.email;
  requireAddress(draft.user_name!);
  return storedAddress(draft.user_name!);
};

/** Applies a draft to a locked person and logs the fields that changed. */
const change = async (ctx: ScimCtx, row: query.ScimUserRow, draft: Draft): Promise<void> => {
  const person = (await lockForSync(ctx.tx, row.id))!;
  const email = emailAfter(row, draft);
  // An operator creates the token, and could otherwise take over the account of a peer or a superior.
  if (email !== person.email && protectingRole(person) !== 'employee')
    throw new ScimError(403, 'The email address of an administrator cannot be changed through SCIM.');
  const department = await departmentOf(ctx, draft);
  const home = await defaultDepartment(ctx.tx);
  const wanted: SyncedFields = {
    email,
    last_name: draft.last_name,
    first_name: draft.first_name,
    middle_name: draft.middle_name,
    position: draft.position,
    department_id: department === undefined ? undefined : (department ?? home),
  };
  const fields = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== person[name as keyof SyncedFields],
  );
  const others = await query.findByName(ctx.tx, draft.user_name ?? row.user_name, email, row.id);
  if (others) throw new ScimError(409, `Another user already has this userName or email address.`, 'uniqueness');
  await changeBySync(ctx, person, Object.fromEntries(fields));
  await linkUser(ctx.tx, {
    employeeId: row.id,
    userName: draft.user_name ?? row.user_name,
    externalId: draft.external_id === undefined ? row.external_id : draft.external_id,
  });
  if (fields.length > 0)
    ctx.log('employee.changed', {
      kind: 'employee',
      id: row.id,
      changes: Object.fromEntries(fields.map(([name, value]) => [name, [person[name as keyof SyncedFields], value]])),
    });
  if (draft.active === false && person.deleted_at === null) await deactivate(ctx, row.id);
  if (draft.active === true && person.deleted_at !== null) {
    await reactivate(ctx, row.id, email, person.email);
  }
};

export const replaceUser = async (ctx: ScimCtx, id: string, body: ScimResource): Promise<ScimAnswer> => {
  const { row } = await findForChange(ctx, id);
  const draft = draftOf(body);
  if (!draft.user_name) throw badRequest('invalidValue', '“userName” is required.');
  await change(ctx, row, draft);
  return answer(ctx, id, 200);
};

export const patchUser = async (
  ctx: ScimCtx,
  id: string,
  operations: readonly PatchOperation[],
): Promise<ScimAnswer> => {
  const { row, before } = await findForChange(ctx, id);
  const draft = draftOf(applyPatch(before, operations), true);
  if (!draft.user_name || !draft.email)
    throw badRequest('invalidValue', '“userName” and an email address are required.');
  // This server wrote the path. If the path did not change, the request says nothing about the department.
  const previous = draftOf(before, true).department;
  const same = pathKey(splitPath(draft.department ?? '')) === pathKey(splitPath(previous ?? ''));
  const { department: _, ...rest } = draft;
  await change(ctx, row, same ? rest : draft);
  return answer(ctx, id, 200);
};

/** Deletes a person: the person is removed and no longer visible to the provider. */
export const deleteUser = async (ctx: ScimCtx, id: string): Promise<ScimAnswer> => {
  const { row } = await findForChange(ctx, id);
  if (row.active) await deactivate(ctx, id);
  if (!row.linked) await linkUser(ctx.tx, { employeeId: id, userName: row.user_name, externalId: null });
  await unlinkUser(ctx.tx, id);
  return { status: 204, body: null };
};
