import type { ReactNode } from 'react';
import type { Role } from '@sergak/contract/access/roles.ts';
import type { EmployeeRow, MissedChange, StaleEmployee } from '@sergak/contract/employees/employees.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { StaleChanges } from '../../shared/ui/stale-changes.tsx';
import { useDepartmentOptions } from '../../shared/department-options.ts';
import { differingFields, type FieldName, type EmployeeValues, employeeValues } from './employee-save.ts';

type Props = {
  /** The person when editing began. */
  base: EmployeeRow;
  /** The current values of the form. */
  values: EmployeeValues;
  stale: StaleEmployee;
  busy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};

/** Fields of a person that another user changed meanwhile. */
export const EmployeeStale = ({ base, values, stale, ...rest }: Props): ReactNode => {
  const t = useT('employees');
  const departments = useDepartmentOptions().options;
  const was = employeeValues(base);
  const now = employeeValues(stale.current);
  const mine = differingFields(was, values);
  const shown = (name: FieldName, from: EmployeeValues, person: EmployeeRow): string => {
    if (name === 'role') return t(`role.${from.role as Role}`);
    if (name !== 'department_id') return from[name] || '—';
    return departments.find((one) => one.value === from.department_id)?.label ?? person.department.title;
  };
  const authorOf = (change: MissedChange | undefined): string => {
    if (change === undefined) return t('stale.who_log');
    const { file, by: name, at, sync } = change;
    const when = formatDateTime(at);
    if (sync) return t('stale.who_sync', { name, when });
    return file === null ? t('commons:stale.who', { name, when }) : t('stale.who_file', { file, name, when });
  };
  return (
    <StaleChanges
      title={t('stale.title')}
      same={t('stale.same')}
      rows={differingFields(was, now).map((name) => ({
        key: name,
        label: t(`field.${name === 'department_id' ? 'department' : name}`),
        from: shown(name, was, base),
        to: shown(name, now, stale.current),
        who: authorOf(stale.changes.find((one) => one.field === name)),
        mine: mine.includes(name) ? shown(name, values, base) : undefined,
      }))}
      {...rest}
    />
  );
};
