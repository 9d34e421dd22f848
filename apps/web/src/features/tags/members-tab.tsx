import { ActionIcon, Button } from '@mantine/core';
import { IconFileSpreadsheet, IconUserPlus, IconUsers, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { emptyFilter, selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import { isFilledByHand } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag, TagMember } from '@sergak/contract/tags/tags.schema.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { type T, text, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState, useSelection, sortOf } from '../../shared/table/list-state.ts';
import { selectionOfRows } from '../../shared/table/selected-people.ts';
import { showToast } from '../../shared/toasts.ts';
import { undoAction } from '../../shared/undo.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Email } from '../../shared/ui/email.tsx';
import css from './tags.module.css';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const AddPeople = lazyWindow(() => import('./add-people.tsx'));
const AddFile = lazyWindow(() => import('./add-file.tsx'));
const options = { sort: 'name', order: 'asc' } as const;
const sorts = ['name', 'department', 'joined_at'] as const;
const rowId = (row: TagMember): string => row.id;

const columnsOf = (
  t: T<'tags'>,
  linked: boolean,
  onRemove: ((row: TagMember) => void) | undefined,
): readonly Column<TagMember>[] => [
  {
    id: 'name',
    title: t('col.name'),
    sort: 'name',
    always: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['person']}>
        {linked ? (
          <ScreenLink screen="staff.employee" params={{ employee_id: row.id }}>
            {row.full_name}
          </ScreenLink>
        ) : (
          <span>{row.full_name}</span>
        )}
        <small>{row.is_registered ? <Email value={row.email} /> : t('unregistered', { email: row.email })}</small>
      </span>
    ),
  },
  {
    id: 'department',
    title: t('col.department'),
    sort: 'department',
    phone: 'bare',
    cell: (row) => (
      <span className={css['person']}>
        <span>{ownTitle(row.department.title)}</span>
        <small>{row.position}</small>
      </span>
    ),
  },
  { id: 'joined', title: t('col.joined'), sort: 'joined_at', when: 'day', cell: (row) => formatDate(row.joined_at) },
  ...(onRemove === undefined
    ? []
    : [
        {
          id: 'remove',
          title: '',
          width: 60,
          always: true,
          phone: 'side',
          cell: (row: TagMember) => (
            <ActionIcon aria-label={t('remove_person', { name: row.full_name })} onClick={() => onRemove(row)}>
              <IconX size={18} />
            </ActionIcon>
          ),
        } as const,
      ]),
];

/** Undo in the toast: adds removed people back to a tag; the tag's actions do not run again for them. */
const undoTakingOut = (tag_id: string, ids: readonly string[]) =>
  undoAction(
    'tags.assign',
    {
      tag_id,
      need_onboarding: false,
      selection: selectionOfIds(ids),
    },
    (answer) =>
      reportBulkResult('tags.assign', answer, {
        kind: 'tag_people',
        done: text('tips:tag.assign', { number: formatNumber(answer.assigned) }),
      }),
  );

/** The members of a tag; a manual tag also lets people be added and removed. */
export const MembersTab = ({ tag }: { tag: Tag }): ReactNode => {
  const t = useT('tags');
  const linked = usePermission('admin.staff.employees');
  const state = useListState(options);
  const [asking, setAsking] = useState<'people' | 'file' | 'remove' | null>(null);
  const list = useRead('tags.users', { id: tag.id, search: state.search, ...sortOf(state, sorts), ...state.paging });
  const selection = useSelection(list.data?.total_count ?? 0, `${tag.id} ${state.search}`);
  const { mutate: removeOne } = useWrite('tags.remove-user');
  const removeMany = useWrite('tags.remove-users');
  const byHand = isFilledByHand(tag);
  const takeOut = useCallback(
    (id: string): void =>
      removeOne(
        { tagId: tag.id, userId: id },
        {
          onSuccess: () =>
            showToast({ kind: 'success', text: text('tips:tag.unassign'), action: undoTakingOut(tag.id, [id]) }),
        },
      ),
    [removeOne, tag.id],
  );
  const columns = useMemo(
    () => columnsOf(t, linked, byHand ? (row) => takeOut(row.id) : undefined),
    [t, linked, byHand, takeOut],
  );
  const removeChosen = async (): Promise<void> => {
    const filter = { ...emptyFilter, search: state.search, tags: [tag.id] };
    const { value } = selection;
    const done = await removeMany.mutateAsync({ tagId: tag.id, selection: selectionOfRows(selection, filter) });
    reportBulkResult('tags.remove-users', done, {
      kind: 'untag_people',
      about: ownTitle(tag.title),
      done: text('tips:tag.taken_out', { number: formatNumber(done.removed) }),
      // If all matching people are selected, the page knows only some of their ids, so there is no undo.
      ...(value.kind !== 'all' && { undo: undoTakingOut(tag.id, [...value.ids]) }),
    });
    selection.clear();
  };
  const close = (): void => setAsking(null);
  const add = byHand ? (
    <>
      <Button variant="default" leftSection={<IconFileSpreadsheet size={16} />} onClick={() => setAsking('file')}>
        {t('add_file')}
      </Button>
      <Button leftSection={<IconUserPlus size={16} />} onClick={() => setAsking('people')}>
        {t('add')}
      </Button>
    </>
  ) : undefined;
  const number = formatNumber(selection.count);
  return (
    <div className={css['stack']}>
      {!byHand && (list.data?.total_count ?? 0) > 0 && <p className={css['about']}>{t('self')}</p>}
      <DataTable
        name="tag-members"
        label={t('tab.members')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={rowId}
        rowName={(row) => row.full_name}
        query={list}
        state={state}
        tools={add}
        {...(byHand ? { selection } : {})}
        bulk={
          <Button size="compact-md" color="red" variant="light" onClick={() => setAsking('remove')}>
            {t('out_action')}
          </Button>
        }
        empty={{
          icon: IconUsers,
          title: t('nobody'),
          hint: byHand ? t('nobody_hint') : t('self'),
          ...(add === undefined ? {} : { action: <div className={css['row']}>{add}</div> }),
        }}
      />
      <Suspense fallback={null}>
        {asking === 'people' && <AddPeople tag={tag} onClose={close} />}
        {asking === 'file' && <AddFile tag={tag} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={t('out_title', { count: selection.count, number, title: ownTitle(tag.title) })}
        action={t('out_action')}
        busy={removeMany.isPending}
        onClose={close}
        onConfirm={() => void removeChosen().then(close, close)}
      >
        {t('out_text')}
      </ConfirmDialog>
    </div>
  );
};
