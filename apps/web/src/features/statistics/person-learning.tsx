import { Button } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { LineChart } from '../../shared/charts/line-chart.tsx';
import { formatDateTime, formatDay, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Figure } from '../../shared/ui/figure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { ruleMark } from './risk-line.tsx';
import { StatCard } from './stat-card.tsx';
import css from './statistics.module.css';
import { useMore } from './use-more.ts';

const DAYS = 90;
type Quiz = CallOutput<'statistics.user-quizzes'>['data'][number];

/** A person's progress by day. */
const Curve = ({ person }: { person: string }): ReactNode => {
  const t = useT('statistics');
  const progress = useRead('statistics.user-progress', { id: person, days_period: DAYS }, { quiet: true });
  return (
    <StatCard title={t('chart.progress_percent')} of={[progress]}>
      {({ value, points, rule_since }) =>
        points.length === 0 ? null : (
          <LineChart
            title={t('chart.progress_percent')}
            max={100}
            height={180}
            {...(value !== null && {
              hint: <Figure id="learning_progress">{t('person.progress_now', { value: formatPercent(value) })}</Figure>,
            })}
            {...ruleMark(t, points, rule_since)}
            labels={points.map((one) => formatDay(one.date))}
            days={points.map((one) => one.date)}
            series={[
              { figure: 'learning_progress_daily', name: t('chart.progress'), values: points.map((one) => one.value) },
            ]}
          />
        )
      }
    </StatCard>
  );
};

const Result = ({ quiz }: { quiz: Quiz }): ReactNode => {
  const t = useT('statistics');
  if (quiz.completed_at === null || quiz.passed === null)
    return <StatusBadge tone="active">{t('quiz.running')}</StatusBadge>;
  return (
    <StatusBadge tone={quiz.passed ? 'good' : 'bad'}>
      <Figure id="learner_score">
        {t(quiz.passed ? 'quiz.passed' : 'quiz.failed', { score: formatPercent(quiz.score ?? 0) })}
      </Figure>
    </StatusBadge>
  );
};

/** A person's attempts at quizzes, the latest first. */
const Quizzes = ({ person }: { person: string }): ReactNode => {
  const t = useT('statistics');
  const { query, rows } = useMore('statistics.user-quizzes', { id: person });
  return (
    <Section title={t('quiz.title')}>
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconListCheck} title={t('quiz.empty')} />
      ) : (
        <>
          <ul className={css['group-people']}>
            {rows.map((one) => (
              <li key={one.id} className={css['quiz']}>
                <span className={css['who']}>
                  <strong>{one.course}</strong>
                  <small>
                    {t('quiz.attempt', {
                      number: one.number,
                      when: formatDateTime(one.completed_at ?? one.started_at),
                    })}
                  </small>
                </span>
                <Result quiz={one} />
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              variant="default"
              mt="md"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Section>
  );
};

/** A person's learning: progress by day and every attempt at a quiz. */
export const PersonLearning = ({ person }: { person: string }): ReactNode => (
  <div className={css['charts']}>
    <Curve person={person} />
    <Quizzes person={person} />
  </div>
);
