import type { Role } from '@sergak/contract/access/roles.ts';
import type { EmployeeRow, FormerHolder, StaleEmployee } from '@sergak/contract/employees/employees.schema.ts';
import { call } from '../../shared/api.ts';
import { failedWith, isApiError } from '../../shared/api-error.ts';

export type Values = {
  last_name: string;
  first_name: string;
  middle_name: string;
  email: string;
  position: string;
  department_id: string | null;
  role: Role;
};
export const fieldNames = [
  'last_name',
  'first_name',
  'middle_name',
  'email',
  'position',
  'department_id',
  'role',
] as const satisfies readonly (keyof Values)[];
export type FieldName = (typeof fieldNames)[number];

export const valuesOf = (person: EmployeeRow | null): Values => ({
  last_name: person?.last_name ?? '',
  first_name: person?.first_name ?? '',
  middle_name: person?.middle_name ?? '',
  email: person?.email ?? '',
  position: person?.position ?? '',
  department_id: person?.department.id ?? null,
  role: person?.role ?? 'employee',
});

/** The fields in which two states of a person differ. */
export const differing = (a: Values, b: Values): FieldName[] => fieldNames.filter((name) => a[name] !== b[name]);

/** What became of a person while somebody else was editing; null for any other failure. */
export const staleOf = (error: unknown): StaleEmployee | null =>
  isApiError(error) && failedWith(error, 'common.stale_version') ? (error.details as StaleEmployee) : null;

/** Whose address it was that a new person should have; null for any other failure. */
export const formerOf = (error: unknown): FormerHolder | null =>
  isApiError(error) && failedWith(error, 'employee.was_removed') ? (error.details as FormerHolder) : null;

/**
 * Saves a person: tags newly chosen are given, those taken away are removed, then the fields that were changed are saved;
 * others stay as they are, whoever changed them.
 */
export const savePerson = async (base: EmployeeRow, values: Values, tags: readonly string[]): Promise<void> => {
  const before = base.tags.map((tag) => tag.id);
  for (const tag_id of tags.filter((id) => !before.includes(id)))
    await call('tags.assign', { tag_id, users_ids: [base.id] });
  for (const tagId of before.filter((id) => !tags.includes(id)))
    await call('tags.remove-user', { tagId, userId: base.id }).catch((error: unknown) => {
      if (!failedWith(error, 'employee.not_found')) throw error; // somebody else has taken the tag away already
    });
  const changed = Object.fromEntries(differing(valuesOf(base), values).map((name) => [name, values[name]]));
  await call('employees.update', { id: base.id, version: base.version, ...changed });
};
