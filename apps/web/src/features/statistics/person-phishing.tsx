import { Button } from '@mantine/core';
import { IconFish } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import type { PersonEmail } from '@sergak/contract/statistics/statistics.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './statistics.module.css';
import { useMore } from './use-more.ts';

const Email = ({ email, mine }: { email: PersonEmail; mine: boolean }): ReactNode => {
  const t = useT('statistics');
  return (
    <li className={css['email']}>
      <div className={css['email-head']}>
        <span className={css['part-name']}>
          <strong>{email.subject}</strong>
          <small>
            {email.campaign.name} · {email.sender_name} &lt;{email.sender_address}&gt;
            {email.sent_at === null ? '' : ` · ${formatDateTime(email.sent_at)}`}
          </small>
        </span>
        <span className={css['email-result']}>
          <StatusBadge tone="neutral" mark={funnelColor(funnelSteps[email.result] ?? 'sent')}>
            {t(`result.${email.result as 0 | 1 | 2 | 3 | 4}`)}
          </StatusBadge>
          {email.reported && (
            <StatusBadge tone="neutral" mark={funnelColor('reported')}>
              {t('result.reported')}
            </StatusBadge>
          )}
        </span>
      </div>
      {email.events.length > 0 && (
        <details className={css['events']}>
          <summary>{t('email.events', { count: email.events.length })}</summary>
          <ol>
            {email.events.map((one) => (
              <li key={one.id}>
                <time dateTime={one.at}>{formatDateTime(one.at)}</time>
                <span>{t(`event.${one.kind as 'opened'}`)}</span>
                <small>
                  {one.human ? [t('email.human'), one.os].filter(Boolean).join(', ') : t('email.automatic')}
                </small>
              </li>
            ))}
          </ol>
        </details>
      )}
      {mine && email.tips.length > 0 && (
        <details className={css['events']} open={email.result >= 2}>
          <summary>{t('email.tips')}</summary>
          <ul>
            {email.tips.map((tip) => (
              <li key={tip}>{tip}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

type Shown = { person: string } | { mine: true };

/**
 * Simulated phishing emails that a person got, each with its result; a person's own emails come with their red flags.
 */
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
      <EmptyState icon={IconFish} title={t('email.empty')} hint={t(mine ? 'email.empty_mine' : 'email.empty_hint')} />
    );
  const { groups } = list.first!;
  return (
    <>
      <p className={css['quiet']} data-figure="emails_sent emails_clicked emails_entered_data emails_reported">
        {t(groups.reported > 0 ? 'email.counts_reported' : 'email.counts', {
          sent: formatNumber(groups.sent),
          clicked: formatNumber(groups.clicked),
          entered: formatNumber(groups.entered_data),
          reported: formatNumber(groups.reported),
        })}
      </p>
      <ul className={css['emails']}>
        {list.rows.map((one) => (
          <Email key={one.id} email={one} mine={mine} />
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
