import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Role } from '@sergak/contract/access/roles.ts';
import type { EmployeeRow, MissedChange, StaleEmployee } from '@sergak/contract/employees/employees.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useDepartmentOptions } from '../departments/public.ts';
import { differing, type FieldName, type Values, valuesOf } from './employee-save.ts';
import css from './stale-changes.module.css';

type Props = {
  /** The person as it was when the editing began. */
  base: EmployeeRow;
  /** What the form holds now. */
  values: Values;
  stale: StaleEmployee;
  busy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};

/** Says what somebody else changed of a person meanwhile, and lets one take it over or save the own all the same. */
export const StaleChanges = ({ base, values, stale, busy, onTake, onOverwrite }: Props): ReactNode => {
  const t = useT('staff__employees');
  const departments = useDepartmentOptions().options;
  const was = valuesOf(base);
  const now = valuesOf(stale.current);
  const theirs = differing(was, now);
  const mine = differing(was, values);
  const shown = (name: FieldName, from: Values, person: EmployeeRow): string => {
    if (name === 'role') return t(`role.${from.role as Role}`);
    if (name !== 'department_id') return from[name] || '—';
    return departments.find((one) => one.value === from.department_id)?.label ?? person.department.title;
  };
  const whoOf = (change: MissedChange | undefined): string => {
    if (change === undefined) return t('stale.who_log');
    const { file, by: name, at, sync } = change;
    const when = formatDateTime(at);
    if (sync) return t('stale.who_sync', { name, when });
    return file === null ? t('stale.who', { name, when }) : t('stale.who_file', { file, name, when });
  };
  return (
    <div className={css['stale']} role="alert">
      <p>
        <strong>{t('stale.title')}</strong> {t(theirs.length === 0 ? 'stale.same' : 'stale.text')}
      </p>
      {theirs.length > 0 && (
        <dl>
          {theirs.map((name) => {
            return (
              <div key={name} data-clash={mine.includes(name) || undefined}>
                <dt>{t(`field.${name === 'department_id' ? 'department' : name}`)}</dt>
                <dd>
                  <del>{shown(name, was, base)}</del> → <strong>{shown(name, now, stale.current)}</strong>
                  <small>{whoOf(stale.changes.find((one) => one.field === name))}</small>
                  {mine.includes(name) && <small>{t('stale.mine', { value: shown(name, values, base) })}</small>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <div className={css['foot']}>
        <Button variant="default" onClick={onTake}>
          {t('stale.take')}
        </Button>
        <Button loading={busy} onClick={onOverwrite}>
          {t('stale.overwrite')}
        </Button>
      </div>
    </div>
  );
};
