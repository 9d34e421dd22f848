import type { ReactNode } from 'react';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { EFFECT_PEOPLE_MIN } from '@sergak/contract/statistics/insights.rules.ts';
import { BarChart } from '../../shared/charts/bar-chart.tsx';
import { riskFill } from '../../shared/charts/palette.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { shareColor } from '../../shared/ui/risk.ts';
import { PeopleLink } from './people-link.tsx';
import { StatCard } from './stat-card.tsx';

/** How often simulations catch newcomers in each month of their first 90 days, next to everyone else. */
export const NewcomersCard = ({ organization }: { organization: string }): ReactNode => {
  const t = useT('statistics__analysis');
  const read = useRead('statistics.newcomers', { id: organization }, { quiet: true });
  const bar = (
    figure: 'newcomers_caught' | 'others_caught',
    name: string,
    { mailed, caught }: { mailed: number; caught: number },
  ) => {
    const of = t('newcomers.of', { caught: formatNumber(caught), mailed: formatNumber(mailed) });
    // A share of few people says nothing: one person moves it by several points.
    if (mailed < EFFECT_PEOPLE_MIN)
      return { figure, name, value: 0, text: of, hint: `\u2003${t('newcomers.few_part')}` };
    const value = shareOf(caught, mailed);
    return { figure, name, value, color: riskFill[shareColor(value)], hint: `\u2003${of}` };
  };
  return (
    <StatCard title={t('newcomers.title')} of={[read]}>
      {({ people, parts, others, finished_course, without_course }) => (
        <BarChart
          title={t('newcomers.title')}
          hint={
            people === 0
              ? t('newcomers.nobody')
              : t('newcomers.hint', {
                  count: people,
                  number: formatNumber(people),
                  finished: formatNumber(finished_course),
                  without: formatNumber(without_course),
                })
          }
          max={100}
          format={(value) => formatPercent(value)}
          bars={
            people === 0
              ? []
              : [
                  ...parts.flatMap((part, i) => {
                    if (part.mailed === 0) return [];
                    const name = t('newcomers.days', { from: part.from_day, to: part.to_day });
                    return {
                      ...bar('newcomers_caught', name, part),
                      link: (inside: ReactNode) => (
                        <PeopleLink
                          value={part.caught}
                          number={{
                            kind: 'number',
                            title: t('newcomers.caught', { days: name }),
                            input: { of: 'newcomers', part: i },
                          }}
                        >
                          {inside}
                        </PeopleLink>
                      ),
                    };
                  }),
                  ...(others.mailed === 0
                    ? []
                    : [
                        others.mailed < EFFECT_PEOPLE_MIN
                          ? bar('others_caught', t('newcomers.others'), others)
                          : {
                              ...bar('others_caught', t('newcomers.others'), others),
                              hint: `\u2003${t('newcomers.monthly')}`,
                            },
                      ]),
                ]
          }
        />
      )}
    </StatCard>
  );
};
