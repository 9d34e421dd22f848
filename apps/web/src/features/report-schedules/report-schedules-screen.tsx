import { Skeleton } from '@mantine/core';
import { IconCalendarOff, IconCalendarTime, IconLicense, IconUserOff } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ReportSchedule } from '@sergak/contract/report-schedules/report-schedules.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import css from './report-schedules.module.css';

const Deliveries = lazy(async () => ({ default: (await import('./deliveries.tsx')).Deliveries }));

const hasRecipients = (schedule: ReportSchedule): boolean =>
  (schedule.to_tag && (schedule.tag?.members_count ?? 0) > 0) ||
  schedule.addresses.some((one) => one.state === 'employee' || one.state === 'outside');

/** Whether reports will be sent, and what keeps them from it. */
const State = ({ schedule }: { schedule: ReportSchedule }): ReactNode => {
  const t = useT('report_schedules');
  const { tag } = schedule;
  if (schedule.stopped_by !== null)
    return (
      <Notice
        icon={IconLicense}
        tone="bad"
        title={t('state.licence_title')}
        actions={
          <ScreenLink screen="settings.license" className="link">
            {t('state.to_licence')}
          </ScreenLink>
        }
      >
        {t('state.licence_text')}
      </Notice>
    );
  if (schedule.next_at === null)
    return (
      <Notice icon={IconCalendarOff} title={t('state.off_title')}>
        {t('state.off_text')}
      </Notice>
    );
  if (!hasRecipients(schedule))
    return (
      <Notice
        icon={IconUserOff}
        tone="warning"
        title={t('state.nobody_title')}
        actions={
          tag !== null && (
            <ScreenLink screen="staff.tags" search={{ tag: tag.id }} className="link">
              {t('state.to_tag')}
            </ScreenLink>
          )
        }
      >
        {t('state.nobody_text')}
      </Notice>
    );
  return (
    <Notice icon={IconCalendarTime} tone="good" title={t('state.on_title', { when: formatDateTime(schedule.next_at) })}>
      {t('state.on_text')}
    </Notice>
  );
};

const obstacleOf = (t: T<'report_schedules'>, schedule: ReportSchedule, dirty: boolean): string | false => {
  if (schedule.stopped_by !== null) return t('now.licence');
  if (dirty) return t('now.unsaved');
  if (schedule.version === 0 || schedule.kinds.length === 0) return t('now.no_kinds');
  return !hasRecipients(schedule) && t('now.no_recipients');
};

const SendNow = ({ schedule, dirty }: { schedule: ReportSchedule; dirty: boolean }): ReactNode => {
  const t = useT('report_schedules');
  const [asking, setAsking] = useState(false);
  const latest = useDeliveries().data?.data[0];
  const send = useWrite('report-schedules.send');
  const running = latest?.state === 'preparing' && t('now.running');
  const onConfirm = (): void =>
    send.mutate(
      {},
      {
        onSuccess: () => showToast({ kind: 'success', text: t('now.done') }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <ActionButton blocked={obstacleOf(t, schedule, dirty) || running} onClick={() => setAsking(true)}>
        {t('now.action')}
      </ActionButton>
      <ConfirmDialog
        opened={asking}
        title={t('now.title')}
        action={t('now.action')}
        busy={send.isPending}
        onConfirm={onConfirm}
        onClose={() => setAsking(false)}
      >
        {t('now.text')}
      </ConfirmDialog>
    </>
  );
};

/** Reports that are sent regularly: when, which, to whom, and how the last deliveries went. */
export default function ReportSchedulesScreen(): ReactNode {
  const t = useT('report_schedules');
  const schedule = useRead('report-schedules.get', {}, { quiet: true });
  const { data } = schedule;
  if (data === undefined)
    return (
      <>
        <PageHead title={t('title')} hint={t('lead')} />
        {schedule.isError ? (
          <ErrorState onRetry={() => void schedule.refetch()} />
        ) : (
          <Skeleton height={520} radius={14} />
        )}
      </>
    );
  return (
    <div className={css['stack']}>
      <ScheduleForm
        schedule={data}
        onDirty={(dirty) => (
          <>
            <PageHead title={t('title')} hint={t('lead')} actions={<SendNow schedule={data} dirty={dirty} />} />
            <State schedule={data} />
          </>
        )}
      />
      <Suspense fallback={<Skeleton height={320} radius={14} />}>
        <Deliveries />
      </Suspense>
    </div>
  );
}
