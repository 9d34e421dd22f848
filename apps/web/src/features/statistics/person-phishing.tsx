import { Button } from '@mantine/core';
import { IconFish } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import type { PersonLetter } from '@sergak/contract/statistics/statistics.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './statistics.module.css';
import { useMore } from './use-more.ts';

const Letter = ({ letter, mine }: { letter: PersonLetter; mine: boolean }): ReactNode => {
  const t = useT('statistics');
  return (
    <li className={css['letter']}>
      <div className={css['letter-head']}>
        <span className={css['part-name']}>
          <strong>{letter.subject}</strong>
          <small>
            {letter.campaign.name} · {letter.sender_name} &lt;{letter.sender_address}&gt;
            {letter.sent_at === null ? '' : ` · ${formatDateTime(letter.sent_at)}`}
          </small>
        </span>
        <span className={css['letter-result']}>
          <StatusBadge tone="neutral" mark={funnelColor(funnelSteps[letter.result] ?? 'sent')}>
            {t(`result.${letter.result as 0 | 1 | 2 | 3 | 4}`)}
          </StatusBadge>
          {letter.reported && (
            <StatusBadge tone="neutral" mark={funnelColor('reported')}>
              {t('result.reported')}
            </StatusBadge>
          )}
        </span>
      </div>
      {letter.events.length > 0 && (
        <details className={css['events']}>
          <summary>{t('letter.events', { count: letter.events.length })}</summary>
          <ol>
            {letter.events.map((one) => (
              <li key={one.id}>
                <time dateTime={one.at}>{formatDateTime(one.at)}</time>
                <span>{t(`event.${one.kind as 'opened'}`)}</span>
                <small>
                  {one.human ? [t('letter.human'), one.os].filter(Boolean).join(', ') : t('letter.automatic')}
                </small>
              </li>
            ))}
          </ol>
        </details>
      )}
      {mine && letter.tips.length > 0 && (
        <details className={css['events']} open={letter.result >= 2}>
          <summary>{t('letter.tips')}</summary>
          <ul>
            {letter.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

type Shown = { person: string } | { mine: true };

/** Simulated letters that a person got, each with what was done; the own ones come with what one could have noticed. */
export const PersonPhishing = (props: Shown): ReactNode => {
  const t = useT('statistics');
  const mine = 'mine' in props;
  const own = useMore('statistics.my-phishing', {}, mine);
  const other = useMore('statistics.user-phishing', { id: mine ? '' : props.person }, !mine);
  const list = mine ? own : other;
  if (list.query.isError && list.rows === undefined) return <ErrorState onRetry={() => void list.query.refetch()} />;
  if (list.rows === undefined) return <LoadingState />;
  if (list.rows.length === 0)
    return (
      <EmptyState
        icon={IconFish}
        title={t('letter.empty')}
        hint={t(mine ? 'letter.empty_mine' : 'letter.empty_hint')}
      />
    );
  const { groups, total_count } = list.first!;
  return (
    <>
      <p className={css['quiet']}>
        {t(groups.reported > 0 ? 'letter.counts_reported' : 'letter.counts', {
          sent: formatNumber(total_count),
          clicked: formatNumber(groups.clicked),
          entered: formatNumber(groups.entered_data),
          reported: formatNumber(groups.reported),
        })}
      </p>
      <ul className={css['letters']}>
        {list.rows.map((one) => (
          <Letter key={one.id} letter={one} mine={mine} />
        ))}
      </ul>
      {list.query.hasNextPage && (
        <Button
          variant="default"
          loading={list.query.isFetchingNextPage}
          onClick={() => void list.query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
};
