import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { RedirectPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { useListState } from '../../shared/table/list-state.ts';

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
    when: 'day',
    cell: (row) => formatDate(row.created_at),
  },
];

const options = { sort: '' } as const;

/** Pages that a campaign can show after the form instead of the page that explains the simulation. */
export default function RedirectScreen(): ReactNode {
  const t = useT('phishing');
  const go = useGo();
  const state = useListState(options);
  const pages = useRead('phishing.redirect-pages', {});
  const add = (
    <ButtonLink screen="phishing.redirect-create" leftSection={<IconPlus size={16} />}>
      {t('redirect.new')}
    </ButtonLink>
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
        onRow={(row) => go({ screen: 'phishing.redirect-detail', params: { id: row.id } })}
        rowName={(row) => row.name}
        empty={{ icon: IconExternalLink, title: t('redirect.empty'), hint: t('redirect.empty_hint'), action: add }}
      />
    </>
  );
}
