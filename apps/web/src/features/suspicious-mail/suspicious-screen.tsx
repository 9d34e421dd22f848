import { IconMailQuestion, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import {
  suspiciousSorts,
  suspiciousStates,
  type SuspiciousState,
} from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { SuspiciousRow } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { sortOf, useListState } from '../../shared/table/list-state.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ReporterName } from './reporter-name.tsx';
import { stateTones } from './state-tones.ts';
import { SuspiciousDrawer } from './suspicious-drawer.tsx';
import css from './suspicious-mail.module.css';

const options = { sort: 'reported_at', order: 'desc', filters: { state: '' } } as const;
const opened = { email: '' };

const columnsOf = (t: T<'suspicious'>, open: (id: string) => void): readonly Column<SuspiciousRow>[] => [
  {
    id: 'subject',
    title: t('col.subject'),
    sort: 'subject',
    always: true,
    phone: 'title',
    grow: 3,
    cell: (row) => (
      <span className={css['name']}>
        <button type="button" className={css['open']} onClick={() => open(row.id)}>
          {row.subject || t('no_subject')}
        </button>
        <small>{row.sender || t('no_sender')}</small>
      </span>
    ),
  },
  {
    id: 'reporter',
    title: t('col.reporter'),
    sort: 'reporter',
    grow: 2,
    cell: ({ reporter }) => <ReporterName reporter={reporter} />,
  },
  {
    id: 'reported_at',
    title: t('col.reported_at'),
    sort: 'reported_at',
    width: 160,
    cell: (row) => <time dateTime={row.reported_at}>{formatDateTime(row.reported_at)}</time>,
  },
  {
    id: 'content',
    title: t('col.content'),
    width: 210,
    cell: (row) =>
      [
        ...(row.unreadable ? [t('unreadable')] : []),
        ...(row.links_count > 0 ? [t('links', { count: row.links_count })] : []),
        ...(row.attachments_count > 0 ? [t('attachments', { count: row.attachments_count })] : []),
      ].join(', ') || '—',
  },
  {
    id: 'state',
    title: t('col.state'),
    sort: 'state',
    width: 140,
    phone: 'side',
    cell: (row) => <StatusBadge tone={stateTones[row.state]}>{t(`state.${row.state}`)}</StatusBadge>,
  },
];

/** Emails that employees reported and that are no simulations. Nothing of them is opened or rendered. */
export default function SuspiciousScreen(): ReactNode {
  const t = useT('suspicious');
  const state = useListState(options);
  const [{ email }, setOpened] = useSearchState(opened);
  const maySetUp = usePermission('admin.settings.adfs');
  const chosen = suspiciousStates.find((one) => one === state.filters.state);
  const states: SuspiciousState[] = chosen ? [chosen] : [];
  const list = useRead(
    'suspicious-mail.list',
    { search: state.search, states, ...sortOf(state, suspiciousSorts), ...state.paging },
    { refetchInterval: REFRESH_MS.rare },
  );
  const columns = useMemo(() => columnsOf(t, (id) => setOpened({ email: id })), [t, setOpened]);
  const isFiltered = state.search !== '' || chosen !== undefined;
  return (
    <>
      <PageHead
        title={t('title')}
        hint={t('lead')}
        count={list.data?.total_count}
        actions={
          <ButtonLink variant="default" screen="phishing.verify" leftSection={<IconShieldCheck size={16} />}>
            {t('verify.title')}
          </ButtonLink>
        }
      />
      <DataTable<SuspiciousRow>
        name="suspicious"
        label={t('list')}
        columns={columns}
        rows={list.data?.data}
        total={list.data?.total_count}
        rowId={(row) => row.id}
        query={list}
        state={state}
        search={{ placeholder: t('search') }}
        onRow={(row) => setOpened({ email: row.id })}
        filters={{
          form: (
            <Select
              label={t('filter.state')}
              clearable
              value={chosen ?? null}
              onChange={(next) => state.setFilters({ state: next ?? '' })}
              data={suspiciousStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            />
          ),
          chips: chosen
            ? [{ key: chosen, label: t(`state.${chosen}`), onRemove: () => state.setFilters({ state: '' }) }]
            : [],
          onReset: state.resetFilters,
        }}
        empty={
          isFiltered
            ? { title: t('nothing'), hint: t('nothing_hint') }
            : {
                icon: IconMailQuestion,
                title: t('empty'),
                hint: t('empty_hint'),
                ...(maySetUp && {
                  action: (
                    <ScreenLink screen="settings.report-address" className="link">
                      {t('set_up')}
                    </ScreenLink>
                  ),
                }),
              }
        }
      />
      {email !== '' && <SuspiciousDrawer key={email} id={email} onClose={() => setOpened({ email: '' })} />}
    </>
  );
}
