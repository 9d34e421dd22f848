import { assignableRoles, mayGrant, type Role } from '@sergak/contract/access/roles.ts';
import type { employeesEndpoints } from '@sergak/contract/employees/employees.endpoints.ts';
import { filterOfQuery } from '@sergak/contract/employees/people-selection.wire.ts';
import type { FormerHolder, StaleEmployee } from '@sergak/contract/employees/employees.schema.ts';
import type { Input } from '@sergak/contract/endpoint.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersionOrShow, staleVersion } from '../../platform/version.ts';
import { enrolNewcomers, lockTags } from '../tags/public.ts';
import {
  handleAddressChange,
  handleRoleChange,
  isOtherAddress,
  removePeople,
  requireAddressPermission,
} from './access.service.ts';
import * as query from './employees.query.ts';
import * as repo from './employees.repo.ts';
import { inviteEmployees } from './invitations.service.ts';
import { takeLicences } from './licence.service.ts';
import { findFormerHolder } from './removed.query.ts';
import { fieldsChangedSince } from './missed-changes.query.ts';

type In<K extends keyof typeof employeesEndpoints> = Input<(typeof employeesEndpoints)[K]>;

/** One page of the staff list and the total number of people the filter finds. */
export const listEmployees = (ctx: Ctx, input: In<'employees.list'>) =>
  query.findEmployeePage(
    ctx.tx,
    filterOfQuery(input),
    { sort: input.sort_by, order: input.sort_order, limit: input.limit, offset: input.offset },
    ctx.viewer.timeZone,
  );

export const getEmployee = async (ctx: Ctx, input: { id: string }) => {
  const found = await query.findEmployee(ctx.tx, input.id);
  if (!found) throw new AppError('employee.not_found');
  return found;
};

const isAssignable = (role: Role) => (assignableRoles as readonly Role[]).includes(role);
const requireRole = (ctx: Ctx, role: Role) => {
  if (!isAssignable(role) || !mayGrant(ctx.viewer.role, role)) throw new AppError('employee.role_forbidden', { role });
};
const requireDepartment = async (ctx: Ctx, id: string) => {
  if (!(await repo.departmentExists(ctx.tx, id)))
    throw new AppError('department.not_found', [{ field: 'department_id' }]);
  return id;
};

/** Throws if a recently removed person has this address: a new person would lack the old results, so the caller must decide. */
const requireNoFormerHolder = async (ctx: Ctx, email: string) => {
  const found = await findFormerHolder(ctx.tx, email);
  if (!found) return;
  const { role, ...former } = found;
  throw new AppError('employee.was_removed', {
    ...former,
    restorable: mayGrant(ctx.viewer.role, role),
  } satisfies FormerHolder);
};

/** Adds a person within the licence. The person joins the tags for newcomers. */
export const addEmployee = async (ctx: Ctx, input: In<'employees.add'>) => {
  const { need_message, department: named, department_id = named, as_new, ...person } = input;
  requireRole(ctx, person.role);
  if (!as_new) await requireNoFormerHolder(ctx, person.email);
  const department = department_id ? await requireDepartment(ctx, department_id) : await repo.defaultDepartment(ctx.tx);
  await takeLicences(ctx.tx, 1);
  const id = await repo.insertEmployee(ctx.tx, { ...person, department_id: department }, ctx.viewer.id);
  await enrolNewcomers(ctx.tx, [id]);
  if (need_message) await inviteEmployees(ctx, [id]);
  return new Logged(await getEmployee(ctx, { id }), {
    kind: 'employee',
    id,
    changes: { email: [null, person.email], role: [null, person.role] },
  });
};

/** Locks a person whose role is not higher than the viewer's. */
const lockManaged = async (
  ctx: Ctx,
  id: string,
  rejection: 'employee.change_forbidden' | 'employee.removal_forbidden',
) => {
  const person = await repo.lockEmployee(ctx.tx, id);
  if (!person) throw new AppError('employee.not_found');
  if (!mayGrant(ctx.viewer.role, person.role)) throw new AppError(rejection, { role: person.role });
  return person;
};

type Locked = Awaited<ReturnType<typeof lockManaged>>;
const requireCurrent = (ctx: Ctx, before: Locked, version: number | undefined) =>
  requireVersionOrShow(before, version, async (): Promise<StaleEmployee> => ({
    current: await getEmployee(ctx, before),
    changes: await fieldsChangedSince(ctx.tx, before.id, before.version - version!),
  }));

/** Writes the fields that differ from the stored ones. Returns them in the format of the audit log. */
const writeFields = async (ctx: Ctx, before: Locked, wanted: Partial<repo.EmployeeFields>) => {
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && value !== before[field as keyof typeof before],
    ),
  ) as Partial<repo.EmployeeFields>;
  if (changes.role) {
    if (before.id === ctx.viewer.id) throw new AppError('employee.own_role');
    requireRole(ctx, changes.role);
  }
  const moved = isOtherAddress(before.email, changes.email);
  if (moved) requireAddressPermission(ctx.viewer, before);
  if (changes.department_id) await requireDepartment(ctx, changes.department_id);
  if (Object.keys(changes).length > 0) await repo.updateEmployee(ctx.tx, before.id, changes, ctx.viewer.id);
  if (moved) await handleAddressChange(ctx, before.id, before.email);
  else if (changes.role) await handleRoleChange(ctx, [before.id]);
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, [before[field as keyof typeof before], value]]),
  );
};

/** Changes a person. Fields that are not sent stay. */
export const changeEmployee = async (ctx: Ctx, { id, version, ...wanted }: In<'employees.update'>) => {
  const before = await lockManaged(ctx, id, 'employee.change_forbidden');
  await requireCurrent(ctx, before, version);
  const changes = await writeFields(ctx, before, wanted as Partial<repo.EmployeeFields>);
  return new Logged(await getEmployee(ctx, { id }), { kind: 'employee', id, changes });
};

/** Saves the form of a person: adds tags, removes tags and writes the fields, with one entry in the audit log. */
export const savePerson = async (ctx: Ctx, input: In<'employees.save'>) => {
  const { id, version, tags_added, tags_removed, ...wanted } = input;
  // Lock tags before the person, as everywhere: a bulk call locks a tag and then writes its members.
  const tags = await lockTags(ctx, [...tags_added, ...tags_removed]);
  const before = await lockManaged(ctx, id, 'employee.change_forbidden');
  await requireCurrent(ctx, before, version);
  const had = await getEmployee(ctx, { id });
  await tags.add(id, tags_added);
  await tags.remove(id, tags_removed);
  const changes = await writeFields(ctx, before, wanted as Partial<repo.EmployeeFields>);
  const has = await getEmployee(ctx, { id });
  const titlesOf = (person: typeof had) => person.tags.map((tag) => tag.title);
  const tagsChanged = had.tags.map((tag) => tag.id).join() !== has.tags.map((tag) => tag.id).join();
  const tagged = tagsChanged ? { tags: [titlesOf(had), titlesOf(has)] as const } : {};
  return new Logged(has, { kind: 'employee', id, changes: { ...tagged, ...changes } });
};

/** Removes a person: no sign-in and no emails any more. Results stay. */
export const removeEmployee = async (ctx: Ctx, input: { id: string }) => {
  const person = await lockManaged(ctx, input.id, 'employee.removal_forbidden');
  if (person.id === ctx.viewer.id) throw new AppError('employee.own_removal');
  await removePeople(ctx.tx, [person.id], ctx.viewer.id);
  return new Logged(null, { kind: 'employee', id: person.id, changes: { email: [person.email, null] } });
};

export const readNote = async (ctx: Ctx, input: { id: string }) => {
  const found = await repo.findNote(ctx.tx, input.id);
  if (!found) throw new AppError('employee.not_found');
  return { text: found.note };
};

export const writeNote = async (ctx: Ctx, input: In<'employees.set-note'>) => {
  const person = await repo.lockEmployee(ctx.tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (input.before !== undefined && input.before !== person.note && input.text !== person.note)
    throw staleVersion({ version: person.version, current: { text: person.note } });
  await repo.setNote(ctx.tx, person.id, input.text);
  return new Logged(
    { text: input.text },
    { kind: 'employee', id: person.id, changes: { note: [person.note, input.text] } },
  );
};
