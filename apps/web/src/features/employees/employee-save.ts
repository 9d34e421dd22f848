import type { Role } from '@sergak/contract/access/roles.ts';
import type { EmployeeRow, FormerHolder, StaleEmployee } from '@sergak/contract/employees/employees.schema.ts';
import type { CallInput } from '../../shared/api.ts';
import { detailsOf } from '../../shared/api-error.ts';

export type EmployeeValues = {
  last_name: string;
  first_name: string;
  middle_name: string;
  email: string;
  position: string;
  department_id: string | null;
  role: Role;
};
export const employeeFieldNames = [
  'last_name',
  'first_name',
  'middle_name',
  'email',
  'position',
  'department_id',
  'role',
] as const satisfies readonly (keyof EmployeeValues)[];
export type FieldName = (typeof employeeFieldNames)[number];

export const employeeValues = (person: EmployeeRow | null): EmployeeValues => ({
  last_name: person?.last_name ?? '',
  first_name: person?.first_name ?? '',
  middle_name: person?.middle_name ?? '',
  email: person?.email ?? '',
  position: person?.position ?? '',
  department_id: person?.department.id ?? null,
  role: person?.role ?? 'employee',
});

/** The fields that differ between two states of a person. */
export const differingFields = (a: EmployeeValues, b: EmployeeValues): FieldName[] =>
  employeeFieldNames.filter((name) => a[name] !== b[name]);

/** The stored person if the error is an edit conflict; null for any other error. */
export const staleFields = (error: unknown): StaleEmployee | null =>
  (detailsOf(error, 'common.stale_version') as StaleEmployee | undefined) ?? null;

/** The removed person who had the address of the new person; null for any other error. */
export const formerOf = (error: unknown): FormerHolder | null => detailsOf(error, 'employee.was_removed') ?? null;

type Save = Omit<CallInput<'employees.save'>, 'id'>;
/** The input of one save: the fields and tags changed here. Everything else stays as stored. */
export const employeeSave = (base: EmployeeRow, values: EmployeeValues, tags: readonly string[]): Save => {
  const before = base.tags.map((tag) => tag.id);
  return {
    version: base.version,
    ...Object.fromEntries(differingFields(employeeValues(base), values).map((name) => [name, values[name]])),
    tags_added: tags.filter((id) => !before.includes(id)),
    tags_removed: before.filter((id) => !tags.includes(id)),
  };
};

/** My choice of tags on top of the stored tags: tags that others added or removed stay as they left them. */
export const tagsOnTopOf = (base: EmployeeRow, mine: readonly string[], stored: EmployeeRow): string[] => {
  const before = base.tags.map((tag) => tag.id);
  const kept = stored.tags.map((tag) => tag.id).filter((id) => mine.includes(id) || !before.includes(id));
  return [...kept, ...mine.filter((id) => !before.includes(id) && !kept.includes(id))];
};
