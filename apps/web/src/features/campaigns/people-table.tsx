import { type ReactNode, useMemo, useState } from 'react';
import { recipientStatuses, type RecipientStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign, CampaignUser } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime, formatMoment } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import type { CallInput } from '../../shared/api.ts';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { sortOf } from '../../shared/table/list-state.ts';
import { EmailBadge, PersonBadge } from './campaign-marks.tsx';
import { MultiSelect, Select } from '../../shared/ui/select.tsx';
import { Email } from '../../shared/ui/email.tsx';
import type { PeopleState } from './people-state.ts';
import css from './campaigns.module.css';
import { PersonDrawer } from './person-drawer.tsx';
import { pace } from './use-campaign.tsx';

/** The time of the last event of an email. */
const lastAt = (row: CampaignUser): string | null =>
  row.entered_at ?? row.attachment_opened_at ?? row.clicked_at ?? row.opened_at ?? row.sent_at;

const columnsOf = (t: T<'campaigns'>, open: (row: CampaignUser) => void): readonly Column<CampaignUser>[] => [
  {
    id: 'person',
    title: t('people_table.person'),
    sort: 'name',
    always: true,
    phone: 'title',
    cell: (row) => (
      <span className={css['person']}>
        <button type="button" className={css['name-link']} onClick={() => open(row)}>
          {row.full_name}
        </button>
        <small>{row.deleted ? t('people_table.deleted') : <Email value={row.email} />}</small>
      </span>
    ),
  },
  {
    id: 'result',
    title: t('people_table.result'),
    sort: 'status',
    width: 176,
    phone: 'bare',
    cell: (row) => <PersonBadge status={row.status} />,
  },
  {
    id: 'reported',
    title: t('people_table.reported'),
    sort: 'reported',
    when: 'moment',
    cell: (row) =>
      row.reported_at === null ? (
        '—'
      ) : (
        <span title={formatDateTime(row.reported_at)}>{formatMoment(row.reported_at)}</span>
      ),
  },
  {
    id: 'department',
    title: t('people_table.department'),
    sort: 'department',
    phone: 'bare',
    cell: (row) => ownTitle(row.department.title),
  },
  { id: 'email', title: t('people_table.email'), sort: 'email', phone: 'off', cell: (row) => row.template.name },
  {
    id: 'state',
    title: t('people_table.state'),
    sort: 'state',
    width: 130,
    phone: 'off',
    cell: (row) => <EmailBadge state={row.state} />,
  },
  {
    id: 'at',
    title: t('people_table.at'),
    sort: 'last_at',
    when: 'moment',
    cell: (row) => {
      const at = lastAt(row);
      if (at === null) return '—';
      return (
        <span className={css['dates']} title={formatDateTime(at)}>
          {formatMoment(at)} {row.late && <small>{t('people_table.late')}</small>}
        </span>
      );
    },
  },
  { id: 'os', title: t('column.os'), sort: 'os', width: 96, phone: 'off', cell: (row) => row.os ?? '—' },
];

const sorts = ['name', 'status', 'department', 'email', 'state', 'last_at', 'os', 'reported'] as const;
const answers = ['yes', 'no'] as const;

type Props = {
  campaign: Campaign;
  /** Only the recipients of this email. */
  emailId?: string | undefined;
  state: PeopleState;
  systems: readonly string[];
};
/** The recipients and their results; a click opens all events of a person. */
export const CampaignPeopleTable = ({ campaign, emailId, state, systems }: Props): ReactNode => {
  const t = useT('campaigns');
  const [person, setPerson] = useState<CampaignUser | null>(null);
  const { status, os, email } = state.filters;
  const reported = answers.find((one) => one === state.filters.reported);
  const onlyEmail = emailId ?? email;
  const people = useRead(
    'campaigns.users',
    {
      id: campaign.id,
      search: state.search,
      status: status as CallInput<'campaigns.users'>['status'],
      os: [...os],
      ...(onlyEmail === '' ? {} : { template_id: onlyEmail }),
      ...(reported && { reported: String(reported === 'yes') }),
      ...sortOf(state, sorts),
      ...state.paging,
    },
    { refetchInterval: pace(campaign.status) },
  );
  const columns = useMemo(
    () => columnsOf(t, setPerson).filter((column) => column.id !== 'email' || emailId === undefined),
    [t, emailId],
  );
  const chips = [
    ...status.map((one) => ({
      key: one,
      label: t(`person.${one as RecipientStatus}`),
      onRemove: () => state.setFilters({ status: status.filter((other) => other !== one) }),
    })),
    ...os.map((one) => ({
      key: one,
      label: one,
      onRemove: () => state.setFilters({ os: os.filter((other) => other !== one) }),
    })),
    ...(reported
      ? [
          {
            key: 'reported',
            label: t(`people_table.reported_${reported}`),
            onRemove: () => state.setFilters({ reported: '' }),
          },
        ]
      : []),
    ...(email === '' || emailId !== undefined
      ? []
      : [{ key: 'email', label: t('people_table.one_email'), onRemove: () => state.setFilters({ email: '' }) }]),
  ];
  const form = (
    <div className={css['form']}>
      <MultiSelect
        label={t('people_table.result')}
        value={[...status]}
        onChange={(next) => state.setFilters({ status: next })}
        data={recipientStatuses.map((value) => ({ value, label: t(`person.${value}`) }))}
      />
      <MultiSelect
        label={t('column.os')}
        value={[...os]}
        onChange={(next) => state.setFilters({ os: next })}
        data={[...new Set([...systems, ...os])]}
      />
      <Select
        label={t('people_table.report')}
        placeholder={t('people_table.reported_any')}
        clearable
        value={reported ?? null}
        onChange={(next) => state.setFilters({ reported: next ?? '' })}
        data={answers.map((value) => ({ value, label: t(`people_table.reported_${value}`) }))}
      />
    </div>
  );
  const data = people.data as { data: CampaignUser[]; total_count: number } | undefined;
  return (
    <>
      <DataTable
        name="campaign-people"
        label={t('people_table.title')}
        columns={columns}
        rows={data?.data}
        total={data?.total_count}
        rowId={(row) => String(row.id)}
        rowName={(row) => row.full_name}
        people
        query={people}
        state={state}
        search={{ placeholder: t('people_table.search') }}
        filters={{ form, chips, onReset: state.resetFilters }}
        onRow={setPerson}
        empty={{ title: t('people_table.empty') }}
      />
      {person !== null && <PersonDrawer campaignId={campaign.id} person={person} onClose={() => setPerson(null)} />}
    </>
  );
};
