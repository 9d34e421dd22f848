import { type ReactNode, useMemo } from 'react';
import { hasBegun } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign, Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatNumber, formatPercent, formatShare } from '../../shared/format.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useListState } from '../../shared/table/list-state.ts';
import { TemplateLogo, useSubject } from '../phishing/public.ts';
import { FunnelBar, hasAttachments, Share } from './campaign-marks.tsx';
import css from './campaigns.module.css';
import type { CampaignEmail } from './email-section.tsx';
import { emailPage } from './pages.ts';
import { pace } from './use-campaign.tsx';

const options = { sort: '' } as const;
type Part = { readonly statistics: Funnel };
const figures = <R extends Part>(t: T<'campaigns'>, attachments: boolean): readonly Column<R>[] => [
  {
    id: 'people',
    title: t('column.people'),
    figure: 'campaign_recipients',
    sort: 'people',
    sortValue: (row) => row.statistics.recipients,
    align: 'end',
    cell: (row) => formatNumber(row.statistics.recipients),
  },
  {
    id: 'funnel',
    title: t('column.funnel'),
    width: 120,
    grow: 1,
    phone: 'off',
    cell: (row) => <FunnelBar funnel={row.statistics} />,
  },
  {
    id: 'opened',
    title: t('column.opened'),
    figure: 'campaign_opened',
    sort: 'opened',
    sortValue: (row) => row.statistics.opened,
    align: 'end',
    phone: 'off',
    cell: (row) => <Share count={row.statistics.opened} of={row.statistics.recipients} />,
  },
  {
    id: 'clicked',
    title: t('column.clicked'),
    figure: 'campaign_clicked',
    sort: 'clicked',
    sortValue: (row) => row.statistics.clicked,
    align: 'end',
    cell: (row) => <Share count={row.statistics.clicked} of={row.statistics.recipients} />,
  },
  ...(attachments
    ? [
        {
          id: 'attachment',
          title: t('column.attachment'),
          figure: 'campaign_opened_attachment' as const,
          sort: 'attachment',
          sortValue: (row: R) => row.statistics.opened_attachment,
          align: 'end' as const,
          cell: (row: R) => <Share count={row.statistics.opened_attachment} of={row.statistics.recipients} />,
        },
      ]
    : []),
  {
    id: 'entered',
    title: t('column.entered'),
    figure: 'campaign_entered_data',
    sort: 'entered',
    sortValue: (row) => row.statistics.entered_data,
    align: 'end',
    cell: (row) => <Share count={row.statistics.entered_data} of={row.statistics.recipients} />,
  },
  {
    id: 'reported',
    title: t('column.reported'),
    figure: 'campaign_reported',
    sort: 'reported',
    sortValue: (row) => row.statistics.reported,
    align: 'end',
    phone: 'off',
    cell: (row) => <Share count={row.statistics.reported} of={row.statistics.recipients} />,
  },
  {
    id: 'risk',
    title: t('column.risk'),
    figure: 'campaign_incident_risk',
    sort: 'risk',
    sortValue: (row) => (hasBegun(row.statistics) ? row.statistics.incident_risk : null),
    align: 'end',
    cell: (row) => formatPercent(hasBegun(row.statistics) ? row.statistics.incident_risk : null),
  },
];

/** The emails of a campaign side by side, to compare their effect. */
export const EmailsTable = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const go = useGo();
  const t = useT('campaigns');
  const subject = useSubject();
  const state = useListState(options);
  const emails = useRead('campaigns.emails', { id: campaign.id }, { refetchInterval: pace(campaign.status) });
  type Row = CampaignEmail & { statistics: Funnel };
  const rows = emails.data?.data.filter((row): row is Row => row.statistics !== null);
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'email',
        title: t('column.email'),
        sort: 'name',
        sortValue: (row) => row.template_name,
        always: true,
        phone: 'title',
        cell: (row) => (
          <span className={css['name']}>
            <TemplateLogo src={row.logo} size={32} />
            <span>
              <ScreenLink {...emailPage(campaign, row.id)} className={css['name-link']}>
                {row.template_name}
              </ScreenLink>
              <small>{subject(row.subject)}</small>
              {row.attachments.map((one, at) => (
                <small key={at}>
                  {one.name}:{' '}
                  {one.reports === 'nothing'
                    ? t('attachment.nothing')
                    : t(`attachment.${one.reports}`, { count: one.opened_by ?? 0 })}
                </small>
              ))}
            </span>
          </span>
        ),
      },
      {
        id: 'fell',
        title: t('column.fell'),
        figure: 'campaign_fell',
        sort: 'fell',
        sortValue: (row) => shareOf(row.fell ?? 0, row.statistics.recipients),
        align: 'end',
        cell: (row) => (hasBegun(row.statistics) ? formatShare(row.fell ?? 0, row.statistics.recipients) : '—'),
      },
      ...figures<Row>(t, hasAttachments(campaign)),
    ],
    [t, subject, campaign],
  );
  return (
    <DataTable
      name="campaign-emails"
      label={t('parts.emails')}
      columns={columns}
      rows={rows}
      total={rows?.length}
      rowId={(row) => row.id}
      query={emails}
      state={state}
      size={Infinity}
      search={false}
      onRow={(row) => go(emailPage(campaign, row.id))}
      empty={{ title: t('parts.no_emails') }}
    />
  );
};

/** The departments of a campaign or of one of its emails, those at highest risk first. */
export const CampaignDepartmentsTable = ({
  campaign,
  emailId,
}: {
  campaign: Campaign;
  emailId?: string | undefined;
}): ReactNode => {
  const t = useT('campaigns');
  const state = useListState(options);
  const departments = useRead(
    'campaigns.departments',
    { id: campaign.id, ...(emailId !== undefined && { template_id: emailId }) },
    { refetchInterval: pace(campaign.status) },
  );
  type Row = NonNullable<typeof departments.data>['data'][number];
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        id: 'department',
        title: t('column.department'),
        sort: 'name',
        sortValue: (row) => ownTitle(row.title),
        always: true,
        phone: 'title',
        cell: (row) => ownTitle(row.title),
      },
      ...figures<Row>(t, hasAttachments(campaign)),
    ],
    [t, campaign],
  );
  return (
    <DataTable
      name="campaign-departments"
      label={t('parts.departments')}
      columns={columns}
      rows={departments.data?.data}
      total={departments.data?.data.length}
      rowId={(row) => row.id ?? row.title}
      query={departments}
      state={state}
      size={Infinity}
      search={false}
      empty={{ title: t('parts.no_departments') }}
    />
  );
};
