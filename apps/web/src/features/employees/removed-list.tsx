import { Button } from '@mantine/core';
import { IconArrowBackUp, IconUserOff } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { RemovedPerson, RestoredMany } from '@sergak/contract/employees/removed.schema.ts';
import { detailsOf, failedWith } from '../../shared/api-error.ts';
import { formatDate, formatDateTime } from '../../shared/format.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, TextField, useForm } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { DataTable } from '../../shared/table/data-table.tsx';
import { useListState, useSelection, sortOf } from '../../shared/table/list-state.ts';
import type { Column } from '../../shared/table/table-row.tsx';
import { POSITION_WIDTH } from '../../shared/table/widths.ts';
import { Email } from '../../shared/ui/email.tsx';
import css from './employees.module.css';
import { RemovalFilter, removalOf } from './removal-filter.tsx';
import { RestoreBulk, RestoreReport } from './removed-bulk.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';

const sorts = ['name', 'department', 'position', 'removed_at'] as const;
const options = { sort: 'removed_at', filters: { removal: '' } } as const;
const rowId = (row: RemovedPerson): string => row.id;
const Restore = createContext<(row: RemovedPerson) => void>(() => undefined);

const RestoreButton = ({ row }: { row: RemovedPerson }): ReactNode => {
  const t = useT('employees');
  const restore = use(Restore);
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={16} />}
      aria-label={t('removed.restore_named', { name: row.full_name })}
      onClick={() => restore(row)}
    >
      {t('removed.restore')}
    </Button>
  );
};

const useRemovedColumns = (): readonly Column<RemovedPerson>[] => {
  const t = useT('employees');
  return useMemo(
    (): Column<RemovedPerson>[] => [
      {
        id: 'name',
        title: t('column.name'),
        sort: 'name',
        always: true,
        phone: 'title',
        cell: (row) => (
          <span className={css['who']}>
            <span className={css['name']}>{row.full_name}</span>
            {row.full_name !== row.email && (
              <small className={css['quiet']}>
                <Email value={row.email} />
              </small>
            )}
          </span>
        ),
      },
      {
        id: 'department',
        title: t('column.department'),
        sort: 'department',
        phone: 'off',
        cell: (row) => ownTitle(row.department),
      },
      {
        id: 'position',
        title: t('column.position'),
        width: POSITION_WIDTH,
        grow: 1,
        sort: 'position',
        phone: 'off',
        cell: (row) => row.position || '—',
      },
      {
        id: 'removed',
        title: t('removed.when'),
        sort: 'removed_at',
        when: 'time',
        cell: (row) => (
          <span className={css['who']}>
            {formatDateTime(row.removed_at)}
            {row.removed_by !== '' && <small className={css['quiet']}>{row.removed_by}</small>}
          </span>
        ),
      },
      { id: 'until', title: t('removed.until'), when: 'day', cell: (row) => formatDate(row.wiped_at) },
      { id: 'actions', title: '', always: true, width: 160, align: 'end', cell: (row) => <RestoreButton row={row} /> },
    ],
    [t],
  );
};

/** People removed in the last 30 days, with a button to restore them. */
export default function RemovedList(): ReactNode {
  const t = useT('employees');
  const state = useListState(options);
  const removal = removalOf(state.filters.removal);
  const list = useRead('employees.removed', {
    search: state.search,
    ...removal,
    ...sortOf(state, sorts),
    ...state.paging,
  });
  const columns = useRemovedColumns();
  const selection = useSelection(list.data?.total_count ?? 0, `${state.search} ${state.filters.removal}`);
  const [skipped, setSkipped] = useState<RestoredMany | null>(null);
  const [taken, setTaken] = useState<{ person: RemovedPerson; holder: string } | null>(null);
  const restore = useWrite('employees.restore', { tip: 'tips:employess.restore', quiet: true });
  const [failed, setFailed] = useState<unknown>(null);
  const bring = (person: RemovedPerson): void => {
    setFailed(null);
    restore.mutate(
      { id: person.id },
      {
        onError: (error) => {
          if (!failedWith(error, 'employee.email_taken')) return setFailed(error);
          setTaken({ person, holder: detailsOf(error, 'employee.email_taken')?.holder ?? '' });
        },
      },
    );
  };
  return (
    <Restore value={bring}>
      <p className={css['quiet']}>{t('removed.hint')}</p>
      <FormError error={failed} />
      <DataTable
        name="removed"
        label={t('removed.title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={rowId}
        rowName={(row) => row.full_name}
        people
        selection={selection}
        bulk={
          <RestoreBulk selection={selection} filter={{ search: state.search, ...removal }} onSkipped={setSkipped} />
        }
        query={list}
        state={state}
        search={{ placeholder: t('search') }}
        tools={
          <RemovalFilter value={state.filters.removal} onChange={(value) => state.setFilters({ removal: value })} />
        }
        empty={{ icon: IconUserOff, title: t('removed.none'), hint: t('removed.none_hint') }}
      />
      {skipped !== null && <RestoreReport answer={skipped} onClose={() => setSkipped(null)} />}
      {taken !== null && <AnotherAddress {...taken} onClose={() => setTaken(null)} />}
    </Restore>
  );
}

/** Restores a person with a new address, because another person uses the old one. */
const AnotherAddress = ({
  person,
  holder,
  onClose,
}: {
  person: RemovedPerson;
  holder: string;
  onClose: () => void;
}): ReactNode => {
  const t = useT('employees');
  const form = useForm({ email: '' });
  const restore = useWrite('employees.restore', { tip: 'tips:employess.restore', quiet: true });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removed.taken_title', { name: person.full_name })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form
        form={form}
        call="employees.restore"
        className={css['form']!}
        onSubmit={({ email }) =>
          restore.mutateAsync({ id: person.id, email: email.trim() }).then(onClose, () => undefined)
        }
      >
        <p>{t('removed.taken_text', { email: person.email, holder })}</p>
        <TextField name="email" label={t('removed.taken_field')} inputMode="email" autoComplete="off" data-autofocus />
        <FormError error={restore.error} fields={{ 'employee.email_taken': 'email' }} />
        <FormDialogFooter action={t('removed.restore')} onClose={onClose} />
      </Form>
    </Modal>
  );
};
