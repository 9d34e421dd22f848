import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type PowerRole, powerRoles, isAtLeast } from '@sergak/contract/access/roles.ts';
import type { PowerHolder } from '@sergak/contract/employees/powers.endpoints.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { SEARCH_IN_SELECT_MS } from '../../shared/table/list-state.ts';
import css from './powers.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

/** Chooses an employee and the power he or she gets. */
export const AddPower = ({ holders, onClose }: { holders: readonly PowerHolder[]; onClose: () => void }): ReactNode => {
  const t = useT('admin__powers');
  const me = useMe();
  const [person, setPerson] = useState<string | null>(null);
  const [role, setRole] = useState<PowerRole>('system_admin');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, SEARCH_IN_SELECT_MS);
  const people = useRead('employees.modal', { search: asked, limit: 20 }, { quiet: true });
  const give = useWrite('powers.set', { quiet: true });
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
          onChange={(next) => setRole(next as PowerRole)}
          data={powerRoles
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
