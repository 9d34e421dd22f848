import { IconMailForward } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ReportDelivery } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Pagination } from '../../shared/table/pagination.tsx';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, LoadingState, PartFailed } from '../../shared/ui/states.tsx';
import { DELIVERIES_SHOWN, useDeliveries } from './use-deliveries.ts';
import css from './report-schedules.module.css';

const tones = { preparing: 'active', sending: 'active', sent: 'good', partly: 'warning', failed: 'bad' } as const;
/** Emails leave some time after they were queued. */
/** A delivery that was ordered this long after its time was made up after downtime. */
const LATE_MS = 3_600_000;

type Recipient = ReportDelivery['recipients'][number];
const Outcome = ({ one }: { one: Recipient }): ReactNode => {
  const t = useT('report_schedules');
  return (
    <span>
      {t(`recipient.${one.state}`)}
      {one.attached && `, ${t('list.attached')}`}
      {one.state === 'failed' && one.reply !== null && <small> {one.reply}</small>}
    </span>
  );
};

const Row = ({ delivery }: { delivery: ReportDelivery }): ReactNode => {
  const t = useT('report_schedules');
  const { recipients, reports, reason } = delivery;
  const isLate =
    delivery.trigger === 'schedule' && Date.parse(delivery.created_at) - Date.parse(delivery.due_at) > LATE_MS;
  const by =
    delivery.trigger === 'schedule'
      ? t('list.scheduled')
      : delivery.ordered_by === null
        ? t('list.manual_unknown')
        : t('list.manual', { name: delivery.ordered_by });
  const failed = reports.flatMap((one) =>
    one.error === null
      ? []
      : [t('list.report_failed', { kind: t(`kind.${one.kind}`), error: t(`report_error.${one.error}`) })],
  );
  return (
    <li>
      <div className={css['row']}>
        <time dateTime={delivery.created_at}>{formatDateTime(delivery.created_at)}</time>
        <StatusBadge tone={tones[delivery.state]}>{t(`delivery.${delivery.state}`)}</StatusBadge>
        <small>
          {[by, ...(isLate ? [t('list.late', { when: formatDateTime(delivery.due_at) })] : [])].join(' · ')}
        </small>
      </div>
      {reason !== null && <p className={css['why']}>{t(`reason.${reason}`)}</p>}
      {failed.length > 0 && <p className={css['why']}>{failed.join('. ')}.</p>}
      {recipients.length > 0 && (
        <details className={css['people']} open={delivery.state === 'partly' || delivery.state === 'failed'}>
          <summary>{t('list.to', { count: recipients.length, number: formatNumber(recipients.length) })}</summary>
          <ul>
            {recipients.map((one, at) => (
              <li key={at}>
                <span>
                  {one.name ?? one.email} {one.name !== null && <small>{one.email}</small>}
                </span>
                <Outcome one={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

type Answer = CallOutput<'report-schedules.deliveries'>;
const List = ({
  answer,
  page,
  onPage,
}: {
  answer: Answer;
  page: number;
  onPage: (page: number) => void;
}): ReactNode => {
  const t = useT('report_schedules');
  if (answer.total_count === 0) return <EmptyState icon={IconMailForward} title={t('list.empty')} />;
  return (
    <>
      <ul className={css['list']}>
        {answer.data.map((one) => (
          <Row key={one.id} delivery={one} />
        ))}
      </ul>
      <Pagination page={page} total={answer.total_count} size={DELIVERIES_SHOWN} onPage={onPage} />
    </>
  );
};

/** The latest deliveries: when, on whose order, and what each recipient got. */
export const Deliveries = (): ReactNode => {
  const t = useT('report_schedules');
  const [page, setPage] = useState(0);
  const answer = useDeliveries(page);
  return (
    <Section title={t('list.title')} hint={t('list.hint')}>
      {answer.data !== undefined ? (
        <List answer={answer.data} page={page} onPage={setPage} />
      ) : answer.isError ? (
        <PartFailed text={t('list.failed')} onRetry={() => void answer.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Section>
  );
};
