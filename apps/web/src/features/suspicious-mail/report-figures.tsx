import type { ReactNode } from 'react';
import type { ReportFigures as Figures } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { ChartCard } from '../../shared/charts/chart-card.tsx';
import { linearScale, niceTicks } from '../../shared/charts/geometry.ts';
import { seriesColor } from '../../shared/charts/palette.ts';
import { useWidth } from '../../shared/charts/use-width.ts';
import { formatNumber, formatShare } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Grid } from '../../shared/ui/section.tsx';
import { StatTile } from '../../shared/ui/stat-tile.tsx';
import css from './report.module.css';

const timeText = (t: T<'suspicious'>, minutes: number): string => {
  if (minutes < 120) return t('figures.minutes', { count: formatNumber(minutes) });
  if (minutes < 2_880) return t('figures.hours', { count: formatNumber(Math.round(minutes / 60)) });
  return t('figures.days', { count: formatNumber(Math.round(minutes / 1_440)) });
};

const HEIGHT = 170;
const pad = { top: 10, right: 8, bottom: 24, left: 34 };
const dangerColor = 'var(--mantine-color-red-6)';
const monthText = (month: string): string => `${month.slice(5)}.${month.slice(2, 4)}`;

/** One bar a month: the dangerous emails below, all others above them. */
const Bars = ({ months, width }: { months: Figures['months']; width: number }): ReactNode => {
  const ticks = niceTicks(Math.max(1, ...months.map(({ reports }) => reports)), 3);
  const y = linearScale([0, ticks.at(-1)!], [HEIGHT - pad.bottom, pad.top]);
  const step = (width - pad.left - pad.right) / months.length;
  const bar = Math.min(36, step * 0.6);
  // Names of months need about 40 pixels.
  const every = Math.ceil(40 / step);
  return (
    <svg className={css['plot']} width={width} height={HEIGHT} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={pad.left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={pad.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {months.map(({ month, reports, dangerous }, at) => {
        const x = pad.left + step * (at + 0.5);
        return (
          <g key={month}>
            <rect x={x - bar / 2} width={bar} y={y(reports)} height={y(dangerous) - y(reports)} fill={seriesColor(3)} />
            <rect x={x - bar / 2} width={bar} y={y(dangerous)} height={y(0) - y(dangerous)} fill={dangerColor} />
            {(months.length - 1 - at) % every === 0 && (
              <text x={x} y={HEIGHT - 6} textAnchor="middle">
                {monthText(month)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
};

const MonthsChart = ({ months }: { months: Figures['months'] }): ReactNode => {
  const t = useT('suspicious');
  const [ref, width] = useWidth();
  return (
    <ChartCard
      title={t('figures.title')}
      hint={t('figures.hint')}
      legend={[
        { name: t('verdict.dangerous'), color: dangerColor },
        { name: t('figures.other'), color: seriesColor(3) },
      ]}
      table={{
        figures: { columns: ['reported_emails', 'dangerous_emails'] },
        head: [t('figures.month'), t('figures.reports'), t('verdict.dangerous')],
        rows: months.map(({ month, reports, dangerous }) => [
          monthText(month),
          formatNumber(reports),
          formatNumber(dangerous),
        ]),
      }}
    >
      <div ref={ref}>
        <Bars months={months} width={width} />
      </div>
      <ul className={css['legend']}>
        <li data-kind="dangerous">{t('verdict.dangerous')}</li>
        <li>{t('figures.other')}</li>
      </ul>
    </ChartCard>
  );
};

/** Reports by month, the time to a verdict, and the share that was dangerous. Nothing before the first report. */
export const ReportFigures = (): ReactNode => {
  const t = useT('suspicious');
  const { data } = useRead('suspicious-mail.figures', {}, { quiet: true });
  if (data === undefined || data.reports === 0) return null;
  const { months, reports, judged, dangerous, median_minutes: median } = data;
  return (
    <section className={css['figures']} aria-label={t('figures.title')}>
      <Grid min={280}>
        <StatTile figure="reported_emails" label={t('figures.reports')} value={formatNumber(reports)} />
        <StatTile
          figure="verdict_time"
          label={t('figures.median')}
          value={median === null ? '—' : timeText(t, median)}
          {...(median === null && { hint: t('figures.none') })}
        />
        <StatTile
          figure="dangerous_emails"
          label={t('figures.dangerous')}
          value={judged === 0 ? '—' : formatShare(dangerous, judged)}
          {...(judged === 0 && { hint: t('figures.none') })}
        />
      </Grid>
      <MonthsChart months={months} />
    </section>
  );
};
