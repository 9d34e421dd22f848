import { Button, TextInput } from '@mantine/core';
import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { personVariables, variableFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import type { RedirectPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { HtmlEditor } from './html-editor.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import css from './phishing.module.css';

const START = '<h1>…</h1>\n<p>{{first_name}}, …</p>\n';

const Editor = ({ page, onClose }: { page: RedirectPage | null; onClose: () => void }): ReactNode => {
  const t = useT('phishing');
  const [name, setName] = useState(page?.name ?? '');
  const [html, setHtml] = useState(page?.html ?? START);
  const [version, setVersion] = useState(page?.version);
  const create = useWrite('phishing.redirect-page-create', { tip: 'tips:redirect_page.created', quiet: true });
  const update = useWrite('phishing.redirect-page-update', { tip: 'tips:redirect_page.updated', quiet: true });
  const remove = useWrite('phishing.redirect-page-delete', { tip: 'tips:redirect_page.deleted' });
  const [asking, setAsking] = useState(false);
  const faults = useMemo(() => variableFaults('html', html, personVariables), [html]);
  const save = (): void => {
    if (page) update.mutate({ id: page.id, version, name, html }, { onSuccess: onClose });
    else create.mutate({ name, html }, { onSuccess: onClose });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1200px, 96vw)"
      closeOnClickOutside={false}
      title={page ? page.name : t('redirect.new')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['editing']}>
        <TextInput
          label={t('field.name')}
          withAsterisk
          maxLength={TITLE_MAX}
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          data-autofocus
        />
        <HtmlEditor
          kind="redirect"
          label={t('field.page_html')}
          value={html}
          variables={personVariables}
          faults={faults}
          warnings={[]}
          onChange={setHtml}
          pictures={page && { redirect_page_id: page.id }}
          onReplaced={({ versions }) => setVersion((now) => versions.find(({ id }) => id === page?.id)?.version ?? now)}
        />
        <FormError error={create.error ?? update.error} />
        <DialogFooter
          onCancel={onClose}
          {...(page && {
            start: (
              <ActionButton
                variant="subtle"
                color="red"
                blocked={page.campaigns_count > 0 && t('redirect.used')}
                onClick={() => setAsking(true)}
              >
                {t('commons:delete')}
              </ActionButton>
            ),
          })}
        >
          <ActionButton
            loading={create.isPending || update.isPending}
            blocked={
              (name.trim() === '' && t('commons:blocked.name')) || (faults.length > 0 && t('commons:blocked.faults'))
            }
            onClick={save}
          >
            {t('editor.save_page')}
          </ActionButton>
        </DialogFooter>
      </div>
      <ConfirmDialog
        opened={asking}
        title={t('redirect.delete', { name })}
        action={t('redirect.delete_action')}
        final
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: page!.id }, { onSuccess: onClose })}
      />
    </Modal>
  );
};

const columnsOf = (t: T<'phishing'>): readonly Column<RedirectPage>[] => [
  {
    id: 'name',
    title: t('redirect.column_name'),
    sort: 'name',
    sortValue: (row) => row.name,
    always: true,
    phone: 'title',
    cell: (row) => row.name,
  },
  {
    id: 'campaigns',
    title: t('redirect.column_campaigns'),
    sort: 'campaigns',
    sortValue: (row) => row.campaigns_count,
    align: 'end',
    cell: (row) => formatNumber(row.campaigns_count),
  },
  {
    id: 'created',
    title: t('redirect.column_created'),
    sort: 'created_at',
    sortValue: (row) => row.created_at,
    cell: (row) => formatDate(row.created_at),
  },
];

const options = { sort: '' } as const;

/** Pages that a campaign can show after the form instead of the page that explains the simulation. */
export default function RedirectScreen(): ReactNode {
  const t = useT('phishing');
  const state = useListState(options);
  const pages = useRead('phishing.redirect-pages', {});
  const [editing, setEditing] = useState<RedirectPage | null | undefined>(undefined);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditing(null)}>
      {t('redirect.new')}
    </Button>
  );
  const all = useMemo(() => columnsOf(t), [t]);
  return (
    <>
      <PageHead title={t('redirect.title')} count={pages.data?.data.length} hint={t('redirect.hint')} actions={add} />
      <DataTable
        name="redirect-pages"
        label={t('redirect.title')}
        columns={all}
        rows={pages.data?.data}
        total={pages.data?.data.length}
        rowId={(row) => row.id}
        query={pages}
        state={state}
        size={Infinity}
        search={false}
        onRow={setEditing}
        rowName={(row) => row.name}
        empty={{ icon: IconExternalLink, title: t('redirect.empty'), hint: t('redirect.empty_hint'), action: add }}
      />
      {editing !== undefined && (
        <Editor key={editing?.id ?? 'new'} page={editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}
