import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type AdministratorRole, administratorRoles, isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Administrator } from '@sergak/contract/roles/roles.endpoints.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { SEARCH_IN_SELECT_MS } from '../../shared/table/list-state.ts';
import css from './roles.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';

type Values = { id: string | null; role: AdministratorRole };

/** Chooses an employee and an administrator role. */
export const AddAdministrator = ({
  holders,
  onClose,
}: {
  holders: readonly Administrator[];
  onClose: () => void;
}): ReactNode => {
  const t = useT('roles');
  const me = useMe();
  const form = useForm<Values>({ id: null, role: 'system_admin' });
  const role = useWatch({ control: form.control, name: 'role' });
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, SEARCH_IN_SELECT_MS);
  const people = useRead('employees.modal', { search: asked, limit: 20 }, { quiet: true });
  const give = useWrite('roles.set', { quiet: true });
  const has = new Set([me.id, ...holders.map((one) => one.id)]);
  const rows = (people.data?.data ?? []).filter((one) => !has.has(one.id));
  const save = (values: Values): void =>
    give.mutate(
      { id: values.id!, role: values.role },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('add.done') });
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={t('add.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <Form form={form} onSubmit={save} className={css['form']!}>
        <SelectField
          name="id"
          required
          label={t('add.person')}
          placeholder={t('add.search')}
          searchable
          data-autofocus
          onSearchChange={setSearch}
          filter={({ options }) => options}
          data={rows.map((one) => ({ value: one.id, label: `${one.full_name} · ${one.email}` }))}
          nothingFoundMessage={t('add.nobody')}
        />
        <SelectField
          name="role"
          label={t('add.role')}
          allowDeselect={false}
          data={administratorRoles
            .filter((one) => isAtLeast(me.role, one))
            .map((one) => ({ value: one, label: t(`role.${one}`) }))}
        />
        <p className={css['what']}>{t(`add.what_${role}`)}</p>
        <FormError error={give.error} />
        <FormDialogFooter action={t('add.action')} busy={give.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
};
