import { IconFishHook } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { campaignStatuses, hasBegun, type CampaignStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { CampaignRow } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDate, formatDays, formatNumber, formatPercent } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState, sortOf } from '../../shared/table/list-state.ts';
import { useAnonymous } from '../../shared/session.ts';
import { AnonymousNote } from '../../shared/ui/anonymous-note.tsx';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { TemplateLogo } from '../phishing/public.ts';
import { CampaignBadge } from '../../shared/ui/campaign-badge.tsx';
import { FunnelBar, hasAttachments } from './campaign-marks.tsx';
import { MultiSelect } from '../../shared/ui/select.tsx';
import css from './campaigns.module.css';
import { statisticsPage } from './pages.ts';
import { PauseButton } from './pause-dialog.tsx';

type Counted = 'clicked' | 'opened_attachment' | 'entered_data' | 'reported';
const countOf = ({ statistics }: CampaignRow, name: Counted): string =>
  statistics === null ? '—' : formatNumber(statistics[name]);

const daysOf = (row: CampaignRow): string => formatDays(row.start_date, row.end_date);
/** Width of the dates if one of them shows its year. */
const WITH_YEAR = 158;

type Parts = { readonly attachments: boolean; readonly years: boolean };
const columnsOf = (t: T<'campaigns'>, { attachments, years }: Parts): readonly Column<CampaignRow>[] => [
  {
    id: 'name',
    title: t('column.name'),
    sort: 'name',
    always: true,
    width: 200,
    grow: 3,
    phone: 'title',
    cell: (row) => (
      <span className={css['name']}>
        <TemplateLogo src={row.logo} size={32} />
        <span>
          <ScreenLink {...statisticsPage(row)} className={css['name-link']}>
            {row.name}
          </ScreenLink>
          <small>
            {row.email === null ? '' : row.emails_count > 1 ? t('emails', { count: row.emails_count }) : row.email.name}
          </small>
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    title: t('column.status'),
    sort: 'status',
    width: 178,
    phone: 'side',
    cell: (row) => (
      <span className={css['badges']}>
        <CampaignBadge campaign={row} />
        {row.is_testing && <StatusBadge tone="neutral">{t('testing')}</StatusBadge>}
        <PauseButton campaign={row} compact />
      </span>
    ),
  },
  {
    id: 'dates',
    title: t('column.dates'),
    sort: 'start_date',
    when: 'days',
    ...(years && { width: WITH_YEAR }),
    phone: 'bare',
    cell: (row) => <span title={`${formatDate(row.start_date)} – ${formatDate(row.end_date)}`}>{daysOf(row)}</span>,
  },
  {
    id: 'people',
    title: t('column.people'),
    figure: 'campaign_recipients',
    sort: 'users_count',
    align: 'end',
    cell: (row) => formatNumber(row.users_count),
  },
  {
    id: 'funnel',
    title: t('column.funnel'),
    width: 72,
    grow: 1,
    phone: 'off',
    cell: (row) => (row.statistics === null ? '—' : <FunnelBar funnel={row.statistics} />),
  },
  {
    id: 'clicked',
    title: t('column.clicked'),
    figure: 'campaign_clicked',
    align: 'end',
    cell: (row) => countOf(row, 'clicked'),
  },
  ...(attachments
    ? [
        {
          id: 'attachment',
          title: t('column.attachment'),
          figure: 'campaign_opened_attachment' as const,
          align: 'end' as const,
          phone: 'off' as const,
          cell: (row: CampaignRow) => countOf(row, 'opened_attachment'),
        },
      ]
    : []),
  {
    id: 'entered',
    title: t('column.entered'),
    figure: 'campaign_entered_data',
    align: 'end',
    cell: (row) => countOf(row, 'entered_data'),
  },
  {
    id: 'reported',
    title: t('column.reported'),
    figure: 'campaign_reported',
    align: 'end',
    phone: 'off',
    cell: (row) => countOf(row, 'reported'),
  },
  {
    id: 'risk',
    title: t('column.risk'),
    figure: 'campaign_incident_risk',
    align: 'end',
    cell: (row) =>
      formatPercent(row.statistics !== null && hasBegun(row.statistics) ? row.statistics.incident_risk : null),
  },
];

const sorts = ['name', 'status', 'start_date', 'users_count'] as const;
const list = { sort: 'start_date', filters: { statuses: [] as readonly string[], oses: [] as readonly string[] } };
const systems = ['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'Chrome OS'] as const;

type Props = { byTag?: boolean; action?: ReactNode };
/** Campaigns with their funnels; campaigns created by tags have their own page. */
export const CampaignsTable = ({ byTag = false, action }: Props): ReactNode => {
  const t = useT('campaigns');
  const go = useGo();
  const anonymous = useAnonymous();
  const state = useListState(list);
  const { statuses, oses } = state.filters;
  const campaigns = useRead(
    'campaigns.list',
    {
      search: state.search,
      statuses: statuses as CampaignStatus[],
      oses: [...oses],
      ...(byTag ? { by_tag: 'true' } : {}),
      ...sortOf(state, sorts),
      ...state.paging,
    },
    { refetchInterval: 5000 },
  );
  const attachments = campaigns.data?.data.some(hasAttachments) ?? false;
  const years = campaigns.data?.data.some((row) => daysOf(row).length > '27.11 – 11.12'.length) ?? false;
  const columns = useMemo(() => columnsOf(t, { attachments, years }), [t, attachments, years]);
  const chips = [
    ...statuses.map((one) => ({
      key: one,
      label: t(`commons:campaign_status.${one as CampaignStatus}`),
      onRemove: () => state.setFilters({ statuses: statuses.filter((other) => other !== one) }),
    })),
    ...oses.map((one) => ({
      key: one,
      label: one,
      onRemove: () => state.setFilters({ oses: oses.filter((other) => other !== one) }),
    })),
  ];
  const form = (
    <div className={css['form']}>
      <MultiSelect
        label={t('column.status')}
        value={[...statuses]}
        onChange={(next) => state.setFilters({ statuses: next })}
        data={campaignStatuses.map((value) => ({ value, label: t(`commons:campaign_status.${value}`) }))}
      />
      {!anonymous && (
        <MultiSelect
          label={t('column.os')}
          value={[...oses]}
          onChange={(next) => state.setFilters({ oses: next })}
          data={[...systems]}
        />
      )}
    </div>
  );
  return (
    <>
      {anonymous && <AnonymousNote about="campaigns" />}
      <DataTable
        name={byTag ? 'campaigns-by-tag' : 'campaigns'}
        label={t('title')}
        columns={columns}
        rows={campaigns.data?.data}
        total={campaigns.data?.total_count}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        query={campaigns}
        state={state}
        search={{ placeholder: t('search') }}
        filters={{ form, chips, onReset: state.resetFilters }}
        onRow={(row) => go(statisticsPage(row))}
        empty={{
          icon: IconFishHook,
          title: t(byTag ? 'by_tags.empty' : 'empty'),
          hint: t(byTag ? 'by_tags.empty_hint' : 'empty_hint'),
          action,
        }}
      />
    </>
  );
};
