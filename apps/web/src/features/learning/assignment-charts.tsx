import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { DonutChart } from '../../shared/charts/donut-chart.tsx';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { formatDay, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { faceOf } from './face.ts';
import css from './admin.module.css';

const groups = ['completed', 'in_progress', 'not_started', 'likely_late', 'behind'] as const;
const fills = {
  completed: 'var(--green-fill)',
  in_progress: 'var(--mantine-color-brand-6)',
  not_started: 'var(--line-strong)',
  likely_late: 'var(--yellow-fill)',
  behind: 'var(--red-fill)',
} as const;

/** The progress by day, and the people by state. */
export default function AssignmentCharts({ one }: { one: CallOutput<'learning.assignment'> }): ReactNode {
  const t = useT('learning');
  const change = useRead(faceOf(one.kind, 'progress-change'), { id: one.id }).data?.data;
  const found = useRead(faceOf(one.kind, 'groups'), { id: one.id }).data;
  if (change === undefined || found === undefined) return <Skeleton height={280} radius={14} my={16} aria-hidden />;
  return (
    <div className={css['charts']}>
      <LineChart
        title={t('one.chart')}
        labels={change.map((point) => formatDay(point.date))}
        series={[{ figure: 'learners_work', name: t('one.progress'), values: change.map((point) => point.progress) }]}
        max={100}
        format={(value) => formatPercent(value)}
      />
      <DonutChart
        title={t('one.groups')}
        center={t('one.people_center')}
        slices={groups
          .filter((state) => found[state] > 0)
          .map((state) => ({
            figure: `learners_${state}` as const,
            name: t(`state.${state}`),
            value: found[state],
            color: fills[state],
            link: (inside) => (
              <ScreenLink
                screen="learning.assigned-people"
                params={{ course_id: one.id }}
                search={{ state }}
                className="link"
              >
                {inside}
              </ScreenLink>
            ),
          }))}
      />
    </div>
  );
}
