import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { stepFigure, type FigureId } from '@sergak/contract/figures/figures.rules.ts';
import type { CampaignFigures } from '@sergak/contract/results/figures.schema.ts';
import type { Campaign, Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { changeTone, PROGRESS_THRESHOLD } from '@sergak/contract/statistics/trend.rules.ts';
import {
  formatChange,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatShare,
} from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { formatSpan } from '../../shared/span.ts';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import css from './campaigns.module.css';
import { emailPage, statisticsPage } from './pages.ts';
import { figuresPace } from './use-campaign.tsx';

type PartProps = { campaign: Campaign; figures: CampaignFigures; funnel: Funnel; emailId?: string | undefined };

/** How many people reported the email, how fast, and how fast others clicked. */
const Reactions = ({ figures: { reports, clicks }, funnel }: PartProps): ReactNode => {
  const t = useT('campaigns__figures');
  const count = (value: number): ReactNode => (
    <>
      {formatNumber(value)} <small>{formatShare(value, funnel.recipients)}</small>
    </>
  );
  const after = (seconds: number | null): ReactNode => (
    <small>{seconds === null ? '' : t('reactions.after_first', { time: formatSpan(seconds) })}</small>
  );
  const items: readonly (readonly [FigureId, string, ReactNode])[] = [
    ...(reports.reported === 0
      ? []
      : [
          ['campaign_reported', t('reactions.reported'), count(reports.reported)] as const,
          ['campaign_reported_only', t('reactions.without_click'), count(reports.without_click)] as const,
          ['campaign_reported_fell', t('reactions.after_click'), count(reports.after_click)] as const,
          [
            'campaign_first_report',
            t('reactions.first_report'),
            <>
              {reports.first_at === null ? '—' : formatDateTime(reports.first_at)} {after(reports.first_seconds)}
            </>,
          ] as const,
          ['campaign_median_report', t('reactions.median_report'), formatSpan(reports.median_seconds)] as const,
        ]),
    ...(clicks.median_seconds === null
      ? []
      : [
          ['campaign_first_click', t('reactions.first_click'), formatSpan(clicks.first_seconds)] as const,
          ['campaign_median_click', t('reactions.median_click'), formatSpan(clicks.median_seconds)] as const,
        ]),
  ];
  return (
    <Section title={t('reactions.title')} hint={t('reactions.hint')}>
      {reports.reported === 0 && <p className={css['now']}>{t('reactions.none')}</p>}
      {items.length > 0 && (
        <dl className={css['reactions']}>
          {items.map(([figure, label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-figure={figure}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
};

const rows = ['opened', 'clicked', 'opened_attachment', 'entered_data', 'reported', 'incident_risk'] as const;
const shareIn = (funnel: Funnel, row: (typeof rows)[number]): number =>
  row === 'incident_risk' ? funnel.incident_risk : shareOf(funnel[row], funnel.recipients);

type ComparedProps = { now: number; before: number; better: 'up' | 'down'; final: boolean };
/** An earlier share and the change since then. While the campaign runs its shares grow: the change is neither good nor bad yet. */
const Compared = ({ now, before, better, final }: ComparedProps): ReactNode => {
  const t = useT('campaigns__figures');
  const change = now - before;
  const tone = changeTone(change, better, PROGRESS_THRESHOLD);
  return (
    <td>
      {formatPercent(before)}
      <small data-tone={final ? tone : undefined}>
        {t('compare.points', { change: formatChange(change) })}
        {final && <span className="sr-only"> {t(`commons:change.${tone}`)}</span>}
      </small>
    </td>
  );
};

/** The shares of this campaign next to those of the previous one and of the organisation. */
const Comparison = ({ campaign, figures: { previous, organization }, funnel, emailId }: PartProps): ReactNode => {
  const t = useT('campaigns__figures');
  const funnels = [funnel, previous?.statistics, organization?.statistics].filter((one) => one !== undefined);
  const shown = rows.filter(
    (row) => row === 'opened' || row === 'incident_risk' || row === 'clicked' || funnels.some((one) => one[row] > 0),
  );
  const final = campaign.is_autophish || campaign.status !== 'active';
  const target = previous && { ...campaign, id: previous.id };
  return (
    <Section
      title={t('compare.title')}
      hint={`${t(emailId === undefined ? 'compare.hint' : 'compare.hint_email')}${final ? '' : ` ${t('compare.running')}`}`}
    >
      {previous === null && organization === null ? (
        <p className={css['now']}>{t(emailId === undefined ? 'compare.none' : 'compare.none_email')}</p>
      ) : (
        <div className={css['compare']}>
          <table aria-label={t('compare.title')}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">{t('compare.figure')}</span>
                </th>
                <th scope="col">{t(emailId === undefined ? 'compare.this' : 'compare.this_email')}</th>
                {previous && target && (
                  <th scope="col">
                    {t('compare.previous')}
                    <small>
                      {emailId === undefined ? (
                        <ScreenLink {...statisticsPage(target)} className="link">
                          {previous.name}
                        </ScreenLink>
                      ) : (
                        <ScreenLink {...emailPage(target, emailId)} className="link">
                          {previous.name}
                        </ScreenLink>
                      )}
                      , {formatDate(previous.start_date)}
                    </small>
                  </th>
                )}
                {organization && (
                  <th scope="col">
                    {t('compare.organization')}
                    <small>{t('compare.campaigns', { count: organization.campaigns })}</small>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => {
                const now = shareIn(funnel, row);
                const better = row === 'reported' ? 'up' : 'down';
                return (
                  <tr key={row} data-figure={stepFigure('campaign', row)}>
                    <th scope="row">{t(`compare.row.${row}`)}</th>
                    <td>
                      <b>{formatPercent(now)}</b>
                    </td>
                    {previous && (
                      <Compared now={now} before={shareIn(previous.statistics, row)} better={better} final={final} />
                    )}
                    {organization && (
                      <Compared
                        now={now}
                        before={shareIn(organization.statistics, row)}
                        better={better}
                        final={final}
                      />
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
};

type Props = { campaign: Campaign; funnel: Funnel; emailId?: string | undefined };
/** Reaction times and comparison of a campaign, or of one of its emails. */
export const FiguresSection = ({ campaign, funnel, emailId }: Props): ReactNode => {
  const t = useT('campaigns__figures');
  const figures = useRead(
    'campaigns.figures',
    {
      id: campaign.id,
      ...(campaign.is_autophish && { by_tag: 'true' }),
      ...(emailId !== undefined && { template_id: emailId }),
    },
    { refetchInterval: figuresPace(campaign.status) },
  );
  const data = figures.data as CampaignFigures | undefined;
  if (data === undefined)
    return figures.isError ? (
      <Section title={t('reactions.title')}>
        <ErrorState onRetry={() => void figures.refetch()} />
      </Section>
    ) : (
      <Skeleton height={260} radius={14} mt="md" />
    );
  const part = { campaign, figures: data, funnel, emailId };
  return (
    <div className={css['figures']}>
      <Reactions {...part} />
      <Comparison {...part} />
    </div>
  );
};
