import type { ReactNode } from 'react';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { formatNumber, formatShare } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import css from './report.module.css';

const timeText = (t: T<'suspicious'>, minutes: number): string => {
  if (minutes < 120) return t('figures.minutes', { count: formatNumber(minutes) });
  if (minutes < 2_880) return t('figures.hours', { count: formatNumber(Math.round(minutes / 60)) });
  return t('figures.days', { count: formatNumber(Math.round(minutes / 1_440)) });
};

/** Reports by month, the time to a verdict, and the share that was dangerous. Nothing before the first report. */
export const ReportFigures = (): ReactNode => {
  const t = useT('suspicious');
  const { data } = useRead('suspicious-mail.figures', {}, { quiet: true });
  if (data === undefined || data.reports === 0) return null;
  const { months, reports, judged, dangerous, median_minutes: median } = data;
  return (
    <section aria-label={t('figures.title')}>
      <div className={css['figures']}>
        <StatTile figure="reported_emails" label={t('figures.reports')} value={formatNumber(reports)} />
        <StatTile
          figure="verdict_time"
          label={t('figures.median')}
          value={median === null ? t('figures.none') : timeText(t, median)}
        />
        <StatTile
          figure="dangerous_emails"
          label={t('figures.dangerous')}
          value={judged === 0 ? t('figures.none') : formatShare(dangerous, judged)}
        />
      </div>
      <LineChart
        title={t('figures.title')}
        hint={t('figures.hint')}
        labels={months.map(({ month }) => `${month.slice(5)}.${month.slice(0, 4)}`)}
        series={[
          { figure: 'reported_emails', name: t('figures.reports'), values: months.map((one) => one.reports) },
          {
            figure: 'dangerous_emails',
            name: t('verdict.dangerous'),
            values: months.map((one) => one.dangerous),
            color: 'var(--mantine-color-red-6)',
          },
        ]}
        height={180}
        format={(value) => formatNumber(value)}
      />
    </section>
  );
};
