import { Button } from '@mantine/core';
import { IconCopy, IconDots, IconEye, IconPencil, IconPlus, IconSlideshow, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ModuleRow } from '@sergak/contract/library/library.schema.ts';
import { formatDate, formatNumber } from '../../../shared/format.ts';
import { type T, useT } from '../../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../../shared/query.ts';
import { type Column, DataTable } from '../../../shared/table/data-table.tsx';
import { useListState } from '../../../shared/table/list-state.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { ActionMenu } from '../../../shared/ui/dropdown.tsx';
import { PageHead } from '../../../shared/ui/page-head.tsx';
import css from '../library.module.css';
import { ModuleUses } from './module-uses.tsx';
import { TitleDialog } from './title-dialog.tsx';

const sorts = ['title', 'created_at', 'updated_at'] as const;
const options = { sort: 'title', order: 'asc' } as const;

const Actions = ({ row, onRemove }: { row: ModuleRow; onRemove: (row: ModuleRow) => void }): ReactNode => {
  const t = useT('library__slides');
  const go = useGo();
  const copy = useWrite('library.duplicate-module', { tip: 'tips:module.copy' });
  const params = { module_id: row.id };
  return (
    <ActionMenu
      label={t('modules.actions', { title: row.title })}
      className={css['more']!}
      lines={[
        {
          key: 'edit',
          label: t('modules.edit'),
          icon: IconPencil,
          run: () => go({ screen: 'learning.module', params }),
        },
        {
          key: 'preview',
          label: t('modules.preview'),
          icon: IconEye,
          run: () => go({ screen: 'learning.module-preview', params }),
        },
        {
          key: 'copy',
          label: t('modules.copy'),
          icon: IconCopy,
          run: () => copy.mutate({ id: row.id, title: t('modules.copy_of', { title: row.title }).slice(0, 255) }),
        },
        { key: 'remove', label: t('commons:delete'), icon: IconTrash, danger: true, run: () => onRemove(row) },
      ]}
    >
      <IconDots size={20} stroke={1.7} aria-hidden />
    </ActionMenu>
  );
};

const columnsOf = (t: T<'library__slides'>, onRemove: (row: ModuleRow) => void): readonly Column<ModuleRow>[] => [
  {
    id: 'title',
    title: t('modules.column_title'),
    sort: 'title',
    always: true,
    phone: 'title',
    cell: (row) => (
      <ScreenLink screen="learning.module" params={{ module_id: row.id }}>
        {row.title}
      </ScreenLink>
    ),
  },
  { id: 'slides', title: t('modules.column_slides'), align: 'end', cell: (row) => formatNumber(row.slides_count) },
  {
    id: 'questions',
    title: t('modules.column_questions'),
    align: 'end',
    cell: (row) => formatNumber(row.questions_count),
  },
  { id: 'uses', title: t('modules.column_uses'), wrap: true, phone: 'off', cell: (row) => <ModuleUses {...row} /> },
  {
    id: 'updated',
    title: t('modules.column_updated'),
    sort: 'updated_at',
    when: 'day',
    cell: (row) => formatDate(row.updated_at),
  },
  {
    id: 'actions',
    title: t('modules.column_actions'),
    always: true,
    align: 'end',
    width: 96,
    phone: 'side',
    cell: (row) => <Actions row={row} onRemove={onRemove} />,
  },
];

/** Asks before a module is deleted; a module in use cannot be deleted, and the dialog says where it is used. */
const RemoveDialog = ({ row, onClose }: { row: ModuleRow; onClose: () => void }): ReactNode => {
  const t = useT('library__slides');
  const remove = useWrite('library.delete-module', { tip: 'tips:module.delete' });
  const used = row.themes.length > 0;
  return (
    <ConfirmDialog
      opened
      title={t(used ? 'modules.used_title' : 'modules.remove_title', { title: row.title })}
      action={t(used ? 'modules.used_action' : 'modules.remove_action')}
      danger={!used}
      final={!used}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => (used ? onClose() : remove.mutate({ id: row.id }, { onSettled: onClose }))}
    >
      {used
        ? t('modules.used_text', { themes: row.themes.map((one) => `«${one.title}»`).join(', ') })
        : t('modules.remove_text', { slides: row.slides_count, questions: row.questions_count })}
    </ConfirmDialog>
  );
};

/** Modules: units of slides and questions, with the themes and courses that use them. */
export default function ModulesScreen(): ReactNode {
  const t = useT('library__slides');
  const go = useGo();
  const state = useListState(options);
  const input = {
    ...state.paging,
    search: state.search,
    sort_by: sorts.find((one) => one === state.sort) ?? 'title',
    sort_order: state.order,
  };
  const list = useRead('library.modules', input, { quiet: true });
  const [creating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<ModuleRow | null>(null);
  const create = useWrite('library.create-module', { tip: 'tips:module.create', quiet: true });
  const columns = useMemo(() => columnsOf(t, setRemoving), [t]);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('modules.create')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('modules.title')}
        count={list.data?.total_count}
        hint={t('modules.hint')}
        trail={[
          <ScreenLink key="themes" screen="learning.themes">
            {t('modules.themes')}
          </ScreenLink>,
        ]}
        actions={add}
      />
      <DataTable
        name="modules"
        label={t('modules.title')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={(row) => row.id}
        rowName={(row) => row.title}
        query={list}
        state={state}
        search={{ placeholder: t('modules.search') }}
        empty={{ icon: IconSlideshow, title: t('modules.empty'), hint: t('modules.empty_hint'), action: add }}
      />
      {creating && (
        <TitleDialog
          heading={t('modules.create_title')}
          action={t('modules.create')}
          title=""
          busy={create.isPending}
          error={create.error}
          onClose={() => setCreating(false)}
          onSave={(title) =>
            create.mutate(
              { title },
              { onSuccess: (made) => go({ screen: 'learning.module', params: { module_id: made.id } }) },
            )
          }
        />
      )}
      {removing !== null && <RemoveDialog row={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
