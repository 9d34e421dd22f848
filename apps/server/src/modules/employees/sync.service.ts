import { administratorRoles, type Role } from '@sergak/contract/access/roles.ts';
import type { Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { enrolNewcomers } from '../tags/public.ts';
import { followAddress, isOtherAddress, protectingRole, removePeople } from './access.service.ts';
import * as repo from './employees.repo.ts';
import { takeLicences } from './licence.service.ts';
import { lockRemoved } from './removed.repo.ts';
import { bringBack } from './removed.service.ts';

type On = { readonly tx: Tx; readonly platform: Platform };

/** What a sync with an identity provider may say of a person: never the role. */
export type SyncedFields = Partial<Omit<repo.EmployeeFields, 'role'>>;

/** A person locked for a change, removed or not. */
export const lockForSync = repo.lockAnybody;

/** Adds a person within the licence, with the least role. Without a department: «Без отдела». */
export const addBySync = async (
  tx: Tx,
  person: Omit<repo.EmployeeFields, 'role' | 'department_id'> & { department_id: string | null },
): Promise<string> => {
  await takeLicences(tx, 1);
  const department_id = person.department_id ?? (await repo.defaultDepartment(tx));
  const id = await repo.insertEmployee(tx, { ...person, department_id, role: 'employee' });
  await enrolNewcomers(tx, [id]);
  return id;
};

/** Changes a person as the staff form does: a new address voids links and sessions, and the old one is told. */
export const changeBySync = async (
  on: On,
  person: { readonly id: string; readonly email: string },
  changes: SyncedFields,
): Promise<void> => {
  if (Object.keys(changes).length > 0) await repo.updateEmployee(on.tx, person.id, changes);
  if (isOtherAddress(person.email, changes.email)) await followAddress(on, person.id, person.email);
};

/** Removes a person as the staff list does: no sign-in, no emails; the last super user stays (the database sees to it). */
export const removeBySync = (tx: Tx, id: string, by: string) => removePeople(tx, [id], by);

/**
 * Brings a removed person back as the staff page does, but with the least role: power is not given by a sync. Whoever
 * administers the organisation is not brought back at all, and whoever had any power not with another address, which would
 * open the account to its owner. Returns the role before; null where nobody can come back.
 */
export const restoreBySync = async (
  on: On,
  id: string,
  email: string,
  oldEmail?: string,
): Promise<Role | 'power' | 'address' | null> => {
  const person = await lockRemoved(on.tx, id);
  if (!person) return null;
  const protecting = protectingRole(person);
  if ((administratorRoles as readonly Role[]).includes(protecting)) return 'power';
  if (protecting !== 'employee' && isOtherAddress(person.email, email)) return 'address';
  await bringBack(on.tx, id, { email, role: 'employee' });
  const before = oldEmail ?? person.email;
  if (isOtherAddress(before, email)) await followAddress(on, id, before);
  return person.role;
};

/** Puts people into a department, or into «Без отдела»; answers who really moved. */
export const moveBySync = async (tx: Tx, ids: readonly string[], departmentId: string | null): Promise<string[]> =>
  repo.moveEmployees(tx, ids, departmentId ?? (await repo.defaultDepartment(tx)));

export { defaultDepartment } from './employees.repo.ts';
export { protectingRole } from './access.service.ts';
