import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SSO_GROUPS_MAX, SSO_TEXT_MAX, ssoRoles } from '@sergak/contract/sso/sso.rules.ts';
import { useField } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './sso.module.css';
import type { SsoValues } from './sso-values.ts';

type Rows = SsoValues['group_roles'];

/** Groups of the provider and the roles that they give. */
export const GroupRoles = ({ disabled }: { disabled: boolean }): ReactNode => {
  const t = useT('sso');
  const { field, error } = useField<Rows>({ name: 'group_roles' });
  const rows: Rows = field.value;
  const change = (at: number, part: Partial<Rows[number]>): void =>
    field.onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div className={css['rows']}>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no id and keep their order
        <div key={at} className={css['row']}>
          <TextInput
            label={t('groups.group')}
            value={row.group}
            error={error !== undefined && row.group.trim() === '' && t('commons:field.required')}
            maxLength={SSO_TEXT_MAX}
            disabled={disabled}
            onChange={(e) => change(at, { group: e.currentTarget.value })}
          />
          <Select
            label={t('groups.role')}
            value={row.role}
            allowDeselect={false}
            disabled={disabled}
            data={ssoRoles.map((role) => ({ value: role, label: t(`groups.roles.${role}`) }))}
            onChange={(role) => change(at, { role: role as Rows[number]['role'] })}
          />
          {!disabled && (
            <Button variant="subtle" onClick={() => field.onChange(rows.filter((_, index) => index !== at))}>
              {t('groups.remove')}
            </Button>
          )}
        </div>
      ))}
      {!disabled && rows.length < SSO_GROUPS_MAX && (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          onClick={() => field.onChange([...rows, { group: '', role: 'employee' }])}
        >
          {t('groups.add')}
        </Button>
      )}
    </div>
  );
};
