import { Button } from '@mantine/core';
import { IconSchool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shareOf } from '@sergak/contract/share.rules.ts';
import type { CourseEffect } from '@sergak/contract/statistics/insights.schema.ts';
import { ChartCard } from '../../shared/charts/chart-card.tsx';
import { riskFill } from '../../shared/charts/palette.ts';
import { formatDate, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { usePermission } from '../../shared/session.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './heat-map.module.css';
import { PeopleLink } from './people-link.tsx';
import pageCss from './statistics.module.css';
import { useMore } from './use-more.ts';

const tones = { few: 'neutral', same: 'neutral', better: 'good', worse: 'bad' } as const;
const sides = ['before', 'after'] as const;
type Side = (typeof sides)[number];
const caughtOf = (one: CourseEffect, side: Side): number => (side === 'before' ? one.caught_before : one.caught_after);
const colorOf = (side: Side): string => (side === 'before' ? 'var(--line-strong)' : riskFill.red);

const Line = ({ effect, side }: { effect: CourseEffect; side: Side }): ReactNode => {
  const t = useT('statistics__analysis');
  const caught = caughtOf(effect, side);
  const share = shareOf(caught, effect.people);
  const text = t('effect.of', {
    share: formatPercent(share),
    caught: formatNumber(caught),
    people: formatNumber(effect.people),
  });
  return (
    <div className={css['effect-line']}>
      <span>{t(`effect.${side}`)}</span>
      <svg width="100%" height="8" aria-hidden>
        <rect width="100%" height="8" rx="4" fill="var(--line)" />
        <rect width={`${share}%`} height="8" rx="4" fill={colorOf(side)} />
      </svg>
      {side === 'before' ? (
        <span>{text}</span>
      ) : (
        <span>
          <PeopleLink
            value={caught}
            number={{
              kind: 'number',
              title: t('effect.people', { title: effect.title }),
              input: { of: 'course_caught', course_id: effect.id },
            }}
          >
            {text}
          </PeopleLink>
        </span>
      )}
    </div>
  );
};

const Effect = ({ effect, least }: { effect: CourseEffect; least: number }): ReactNode => {
  const t = useT('statistics__analysis');
  const assign = usePermission('admin.learning.assigned');
  return (
    <li>
      <div className={css['effect-head']}>
        <strong>
          {assign ? (
            <ScreenLink screen="learning.assigned-create" search={{ course: effect.id }} className={pageCss['name']}>
              {effect.title}
            </ScreenLink>
          ) : (
            effect.title
          )}
        </strong>
        <StatusBadge tone={tones[effect.verdict]}>{t(`effect.verdict.${effect.verdict}`)}</StatusBadge>
      </div>
      {effect.people > 0 && sides.map((side) => <Line key={side} effect={effect} side={side} />)}
      <p data-figure="course_finished course_compared">
        {t(effect.verdict === 'few' ? 'effect.few' : 'effect.counts', {
          count: effect.finished,
          finished: formatNumber(effect.finished),
          people: formatNumber(effect.people),
          least: formatNumber(least),
          better: formatNumber(effect.only_before),
          worse: formatNumber(effect.only_after),
        })}
      </p>
    </li>
  );
};

const ROW = 74;
/** The courses as one drawing, for the download. */
const Picture = ({ effects, width }: { effects: readonly CourseEffect[]; width: number }): ReactNode => {
  const t = useT('statistics__analysis');
  return (
    <svg width={width} height={effects.length * ROW + 16} fontSize="13" fill="var(--mantine-color-text)">
      {effects.map((one, i) => (
        <g key={one.id} transform={`translate(16 ${i * ROW + 24})`}>
          <text fontWeight="600">{one.title}</text>
          {sides.map((side, k) => {
            const share = shareOf(caughtOf(one, side), one.people);
            return (
              <g key={side} transform={`translate(0 ${k * 20 + 20})`}>
                <text>{t(`effect.${side}`)}</text>
                <rect x="120" y="-9" width={width - 320} height="8" rx="4" fill="var(--line)" />
                <rect x="120" y="-9" width={((width - 320) * share) / 100} height="8" rx="4" fill={colorOf(side)} />
                <text x={width - 32} textAnchor="end">
                  {formatPercent(share)}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
};

/** What changed after courses: the last email before and the first one after, of the same people. */
export const CourseEffects = ({ organization }: { organization: string }): ReactNode => {
  const t = useT('statistics__analysis');
  const { query, rows, first } = useMore('statistics.course-effects', { id: organization });
  if (query.isError && rows === undefined)
    return (
      <Section title={t('effect.title')}>
        <ErrorState onRetry={() => void query.refetch()} />
      </Section>
    );
  if (rows === undefined || first === undefined) return <LoadingState />;
  if (rows.length === 0 || first.computed_on === null)
    return (
      <Section title={t('effect.title')}>
        <EmptyState icon={IconSchool} title={t('effect.empty')} hint={t('effect.empty_hint')} />
      </Section>
    );
  const shown = rows.filter((one) => one.people > 0);
  return (
    <ChartCard
      title={t('effect.title')}
      hint={t('effect.hint', { days: first.days, day: formatDate(first.computed_on) })}
      table={{
        figures: { columns: ['course_compared', 'course_caught_before', 'course_caught_after'] },
        head: [t('effect.course'), t('effect.compared'), t('effect.before'), t('effect.after'), t('effect.result')],
        rows: rows.map((one) => [
          one.title,
          one.people,
          one.caught_before,
          one.caught_after,
          t(`effect.verdict.${one.verdict}`),
        ]),
      }}
      picture={(width) => <Picture effects={shown} width={width} />}
      {...(query.hasNextPage && {
        action: (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('effect.more')}
          </Button>
        ),
      })}
    >
      <ul className={css['effects']}>
        {rows.map((one) => (
          <Effect key={one.id} effect={one} least={first.people_min} />
        ))}
      </ul>
    </ChartCard>
  );
};
