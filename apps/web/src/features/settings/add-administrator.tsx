import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type AdministratorRole, administratorRoles, isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Administrator } from '@sergak/contract/roles/roles.endpoints.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { SEARCH_IN_SELECT_MS } from '../../shared/table/list-state.ts';
import css from './roles.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

/** Chooses an employee and the power he or she gets. */
export const AddAdministrator = ({
  holders,
  onClose,
}: {
  holders: readonly Administrator[];
  onClose: () => void;
}): ReactNode => {
  const t = useT('admin__roles');
  const me = useMe();
  const [person, setPerson] = useState<string | null>(null);
  const [role, setRole] = useState<AdministratorRole>('system_admin');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, SEARCH_IN_SELECT_MS);
  const people = useRead('employees.modal', { search: asked, limit: 20 }, { quiet: true });
  const give = useWrite('roles.set', { quiet: true });
  const has = new Set([me.id, ...holders.map((one) => one.id)]);
  const rows = (people.data?.data ?? []).filter((one) => !has.has(one.id));
  const save = (): void =>
    give.mutate(
      { id: person!, role },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('add.done') });
          onClose();
        },
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={person !== null}
      title={t('add.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <form
        className={css['form']}
        onSubmit={(e) => {
          e.preventDefault();
          save();
        }}
      >
        <Select
          label={t('add.person')}
          placeholder={t('add.search')}
          searchable
          data-autofocus
          value={person}
          onChange={setPerson}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          data={rows.map((one) => ({ value: one.id, label: `${one.full_name} · ${one.email}` }))}
          nothingFoundMessage={t('add.nobody')}
        />
        <Select
          label={t('add.role')}
          allowDeselect={false}
          value={role}
          onChange={(next) => setRole(next as AdministratorRole)}
          data={administratorRoles
            .filter((one) => isAtLeast(me.role, one))
            .map((one) => ({ value: one, label: t(`role.${one}`) }))}
        />
        <p className={css['what']}>{t(`add.what_${role}`)}</p>
        <FormError error={give.error} />
        <DialogFooter onCancel={onClose}>
          <Button type="submit" loading={give.isPending} disabled={person === null}>
            {t('add.action')}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  );
};
