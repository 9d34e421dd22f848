import { SegmentedControl, Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { timelineUnits, type TimelineUnit } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Timeline } from '@sergak/contract/results/figures.schema.ts';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDay, formatTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import css from './campaigns.module.css';
import { figuresPace } from './use-campaign.tsx';

const StackedBars = lazy(async () => ({
  default: (await import('../../shared/charts/stacked-bars.tsx')).StackedBars,
}));

const units = { unit: '' };
const steps = ['opened', 'clicked', 'opened_attachment', 'entered_data', 'reported'] as const;
/** Steps that are drawn only if they occurred. */
const rare: readonly string[] = ['opened_attachment', 'entered_data', 'reported'];

type Props = { campaign: Campaign; emailId?: string | undefined };
/** Opened, clicked, entered and reported over time, by hour or by day. */
export const TimelineChart = ({ campaign, emailId }: Props): ReactNode => {
  const t = useT('campaigns__figures');
  const [{ unit }, setUnit] = useSearchState(units);
  const chosenUnit = timelineUnits.find((one) => one === unit);
  const read = useRead(
    'campaigns.timeline',
    {
      id: campaign.id,
      ...(campaign.is_autophish && { by_tag: 'true' }),
      ...(emailId !== undefined && { template_id: emailId }),
      ...(chosenUnit && { unit: chosenUnit }),
    },
    { refetchInterval: figuresPace(campaign.status) },
  );
  const data = read.data as Timeline | undefined;
  if (data === undefined)
    return read.isError ? (
      <Section title={t('timeline.title')}>
        <ErrorState onRetry={() => void read.refetch()} />
      </Section>
    ) : (
      <Skeleton height={360} radius={14} mt="md" />
    );
  const { points } = data;
  const shown = steps.filter((step) => !rare.includes(step) || points.some((one) => one[step] > 0));
  const labelOf = (at: string): string => (data.unit === 'day' ? formatDay(at) : `${formatDay(at)} ${formatTime(at)}`);
  return (
    <div className={css['timeline']}>
      <Suspense fallback={<Skeleton height={360} radius={14} />}>
        <StackedBars
          title={t('timeline.title')}
          hint={t(data.cut ? 'timeline.cut' : 'timeline.hint')}
          labels={points.map((one) => labelOf(one.at))}
          series={shown.map((step) => ({
            figure: 'campaign_events',
            name: t(`timeline.${step}`),
            values: points.map((one) => one[step]),
            color: funnelColor(step),
          }))}
          control={
            <SegmentedControl
              size="xs"
              aria-label={t('timeline.unit')}
              value={data.unit}
              onChange={(next) => setUnit({ unit: next as TimelineUnit }, { replace: true })}
              data={timelineUnits.map((value) => ({ value, label: t(`timeline.by_${value}`) }))}
            />
          }
        />
      </Suspense>
    </div>
  );
};
