import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDate, formatDateTime, formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { refresh, useWrite } from '../../shared/query.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Progress, TaskProgress } from '../../shared/ui/progress.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useAnonymous } from '../../shared/session.ts';
import { CampaignBadge } from '../../shared/ui/campaign-badge.tsx';
import { LinkTabs } from '../../shared/ui/tabs.tsx';
import css from './campaigns.module.css';
import { ChainSection } from './chain-section.tsx';
import { PauseButton } from './pause-dialog.tsx';
import { ResendButton } from './resend-dialog.tsx';
import { ReportMenu } from '../reports/public.ts';
import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';
import { campaignPage, listPage, statisticsPage } from './pages.ts';
import { nextTry } from './retry.ts';

const ApprovalBanner = lazy(async () => ({ default: (await import('./approval.tsx')).ApprovalBanner }));
const EditDialog = lazyWindow(() => import('./edit-dialog.tsx'));

const Actions = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const go = useGo();
  const anonymous = useAnonymous();
  const [asking, setAsking] = useState<'edit' | 'complete' | 'delete' | null>(null);
  const complete = useWrite('campaigns.complete', { tip: 'tips:campaign.completed' });
  const remove = useWrite('campaigns.delete', { tip: 'tips:campaign.deleted' });
  const close = (): void => setAsking(null);
  const waiting = campaign.sending.queued + campaign.sending.retry;
  const ended = campaign.status === 'completed' || campaign.status === 'failed';
  return (
    <>
      {campaign.status !== 'creating' && campaign.users_count > 0 && !anonymous && (
        <ReportMenu kind="campaign" id={campaign.id} words={t('report')} />
      )}
      {campaign.status === 'planned' && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setAsking('edit')}>
          {t('edit.open')}
        </Button>
      )}
      <ResendButton campaign={campaign} />
      <PauseButton campaign={campaign} />
      {!ended && (
        <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={() => setAsking('complete')}>
          {t('complete.open')}
        </Button>
      )}
      {campaign.status !== 'active' && campaign.status !== 'creating' && (
        <ActionIcon
          variant="default"
          className={css['square']!}
          aria-label={t('commons:delete')}
          title={t('commons:delete')}
          onClick={() => setAsking('delete')}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
      {asking === 'edit' && (
        <Suspense fallback={null}>
          <EditDialog campaign={campaign} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        opened={asking === 'complete'}
        title={t('complete.title', { name: campaign.name })}
        action={t('complete.action')}
        busy={complete.isPending}
        onClose={close}
        onConfirm={() => complete.mutate({ id: campaign.id }, { onSuccess: close })}
      >
        {waiting > 0 ? t('complete.waiting', { count: waiting, number: formatNumber(waiting) }) : t('complete.none')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('delete.title', { name: campaign.name })}
        action={t('delete.action')}
        busy={remove.isPending}
        onClose={close}
        {...(campaign.status === 'completed' ? { sure: t('delete.sure') } : {})}
        onConfirm={() => remove.mutate({ id: campaign.id }, { onSuccess: () => go(listPage(campaign.is_autophish)) })}
      >
        {t('delete.text', { count: campaign.users_count, number: formatNumber(campaign.users_count) })}
      </ConfirmDialog>
    </>
  );
};

const ended: Readonly<
  Record<string, 'cancelled' | 'nobody' | 'unapproved' | 'no_emails' | 'nobody_reached' | 'paused' | 'anonymous'>
> = {
  cancelled: 'cancelled',
  no_recipients: 'nobody',
  not_approved: 'unapproved',
  no_emails: 'no_emails',
  nobody_reached: 'nobody_reached',
  follow_up_paused: 'paused',
  anonymous: 'anonymous',
};
/** The number of emails that a mail server deferred, and the time of the next attempt. */
const waitingSentence = (t: T<'campaigns'>, { sending, next_retry_at: at }: Campaign): string => {
  if (sending.retry === 0) return '';
  const values = { count: sending.retry, number: formatNumber(sending.retry) };
  if (at === null) return t('now.retry', values);
  return t('now.retry_next', { ...values, time: nextTry(at, new Date()) });
};

/** The current activity of a campaign: planning, sending, the kill switch, a failure. */
const Now = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const { sending, users_count: total } = campaign;
  if (campaign.status === 'creating')
    return (
      <Section>
        <TaskProgress
          taskId={campaign.task_id}
          label={t('now.planning')}
          onEnd={() => void refresh('campaigns')}
          onCancel={() => void refresh('campaigns')}
        />
      </Section>
    );
  if (campaign.status === 'failed')
    return (
      <p className="form-error" role="alert">
        {t(`now.ended_${campaign.approval === 'rejected' ? 'rejected' : (ended[campaign.failure ?? ''] ?? 'broken')}`)}
      </p>
    );
  const open = sending.queued + sending.claimed + sending.handing_over + sending.retry;
  if (campaign.status !== 'active' || open === 0) return null;
  return (
    <Section>
      {campaign.sending_paused && <p className="form-error">{t('now.paused')}</p>}
      {campaign.paused_at !== null && (
        <p className="form-error">
          {t('now.on_pause', { since: formatDateTime(campaign.paused_at), end: formatDateTime(campaign.end_date) })}
        </p>
      )}
      <Progress label={t('now.sending')} done={total - open} total={total} />
      <p className={css['now']}>
        {[
          sending.failed > 0 ? t('now.rejected', { count: sending.failed, number: formatNumber(sending.failed) }) : '',
          waitingSentence(t, campaign),
          sending.unknown > 0
            ? t('now.unknown', { count: sending.unknown, number: formatNumber(sending.unknown) })
            : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Section>
  );
};

/** The head of a campaign's pages: name, state, actions, current activity. */
export const CampaignHead = ({ campaign, tab }: { campaign: Campaign; tab: 'statistics' | 'about' }): ReactNode => {
  const t = useT('campaigns');
  return (
    <>
      <PageHead
        title={campaign.name}
        trail={[
          <ScreenLink key="all" {...listPage(campaign.is_autophish)}>
            {t(campaign.is_autophish ? 'by_tags.title' : 'title')}
          </ScreenLink>,
        ]}
        badge={
          <>
            <CampaignBadge campaign={campaign} />
            {campaign.is_testing && <StatusBadge tone="neutral">{t('testing')}</StatusBadge>}
          </>
        }
        hint={`${formatDate(campaign.start_date)} – ${formatDate(campaign.end_date)}`}
        actions={<Actions campaign={campaign} />}
      />
      <LinkTabs
        label={t('tab.label')}
        value={tab}
        items={[
          { value: 'statistics', label: t('tab.statistics'), to: statisticsPage(campaign) },
          { value: 'about', label: t('tab.about'), to: campaignPage(campaign) },
        ]}
      />
      {(campaign.status === 'planned' || campaign.approval === 'rejected') && campaign.approval_request !== null && (
        <Suspense fallback={null}>
          <ApprovalBanner
            campaign={campaign}
            request={campaign.approval_request}
            decides={tab === 'statistics' || campaign.is_autophish}
          />
        </Suspense>
      )}
      <Now campaign={campaign} />
      <ChainSection campaign={campaign} />
    </>
  );
};
