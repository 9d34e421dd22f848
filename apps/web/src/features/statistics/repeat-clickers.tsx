import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { recentChoices } from '@sergak/contract/statistics/insights.rules.ts';
import { BarChart } from '../../shared/charts/bar-chart.tsx';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { PeopleLink } from './people-link.tsx';
import { StatCard } from './stat-card.tsx';
import css from './statistics.module.css';

const addressState = { last: 5 };

/** People caught by several of their last emails. */
export const RepeatClickersCard = ({ organization }: { organization: string }): ReactNode => {
  const t = useT('statistics__analysis');
  const [address, setAddress] = useSearchState(addressState);
  const last = recentChoices.find((one) => one === address.last) ?? 5;
  const read = useRead('statistics.repeat-clickers', { id: organization, last }, { quiet: true });
  return (
    <StatCard title={t('repeat.title')} of={[read]}>
      {({ groups, repeated, people }) => (
        <BarChart
          title={t('repeat.title')}
          hint={
            people === 0
              ? t('repeat.nobody')
              : t('repeat.hint', {
                  number: formatNumber(repeated),
                  people: formatNumber(people),
                  share: formatPercent(shareOf(repeated, people)),
                })
          }
          format={(value) => formatNumber(value)}
          bars={groups.map(({ times, count }) => ({
            figure: 'repeat_people',
            name: t('repeat.times', { count: times, last }),
            value: count,
            color: 'var(--red-fill)',
            link: (inside: ReactNode) => (
              <PeopleLink
                value={count}
                number={{
                  kind: 'number',
                  title: t('repeat.times', { count: times, last }),
                  input: { of: 'repeat', last, times, at_least: false },
                }}
              >
                {inside}
              </PeopleLink>
            ),
          }))}
          action={
            <div className={css['buttons']}>
              <SegmentedControl
                size="xs"
                value={String(last)}
                onChange={(next) => setAddress({ last: Number(next) })}
                aria-label={t('repeat.last')}
                data={recentChoices.map((one) => ({ value: String(one), label: t('repeat.of', { last: one }) }))}
              />
              <PeopleLink
                value={repeated}
                className={css['link']}
                number={{ kind: 'number', title: t('repeat.title'), input: { of: 'repeat', last } }}
              >
                {repeated > 0 && t('repeat.all', { number: formatNumber(repeated) })}
              </PeopleLink>
            </div>
          }
        />
      )}
    </StatCard>
  );
};
