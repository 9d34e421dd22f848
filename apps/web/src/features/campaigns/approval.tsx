import { Button } from '@mantine/core';
import { IconCheck, IconUserCheck, IconUserX, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ApprovalRequest, Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { Notice } from '../../shared/ui/notices.tsx';

const RejectDialog = lazyWindow(() => import('./reject-dialog.tsx'));

type Props = { campaign: Campaign; request: ApprovalRequest };

/** Approve and reject buttons, for people who may decide. */
export const Answers = ({ campaign: now, request }: Props): ReactNode => {
  const t = useT('campaigns');
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  // The decision applies to the campaign as it was when the dialog opened, even if the campaign changes meanwhile.
  const [campaign, setCampaign] = useState(now);
  const ask = (answer: 'approve' | 'reject'): void => {
    setCampaign(now);
    setAsking(answer);
  };
  const approve = useWrite('campaigns.approve', { tip: 'tips:campaign.approved' });
  const close = (): void => setAsking(null);
  const changed = (): void => {
    close();
    void refresh('campaigns');
  };
  return (
    <>
      <Button variant="default" leftSection={<IconX size={16} />} onClick={() => ask('reject')}>
        {t('approval.reject')}
      </Button>
      <Button leftSection={<IconCheck size={16} />} onClick={() => ask('approve')}>
        {t('approval.approve')}
      </Button>
      <ConfirmDialog
        opened={asking === 'approve'}
        danger={false}
        title={t('approval.approve_title', { name: campaign.name })}
        action={t('approval.approve_action')}
        busy={approve.isPending}
        onClose={close}
        onConfirm={() =>
          approve.mutate({ id: campaign.id, version: campaign.version }, { onSuccess: close, onError: changed })
        }
      >
        {t(isLate(campaign) ? 'approval.approve_now' : 'approval.approve_later', {
          count: request.recipients,
          number: formatNumber(request.recipients),
          date: formatDateTime(campaign.start_date),
        })}
      </ConfirmDialog>
      {asking === 'reject' && (
        <Suspense fallback={null}>
          <RejectDialog campaign={campaign} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

const isLate = (campaign: Campaign): boolean => Date.parse(campaign.start_date) <= Date.now();

/** The people who could decide, shown to people who may not. */
const useApprovers = ({ approvers, approvers_count: count }: ApprovalRequest): string => {
  const t = useT('campaigns');
  const names = approvers.map((one) => one.full_name).join(', ');
  if (count === 0) return t('approval.nobody');
  const more = count - approvers.length;
  return more > 0 ? t('approval.who_more', { names, count: more }) : t('approval.who', { names });
};

const Waiting = ({ campaign, request, decides }: Props & { decides: boolean }): ReactNode => {
  const t = useT('campaigns');
  const me = useMe().id;
  const barred = request.barred.find((one) => one.id === me)?.reason;
  const who = useApprovers(request);
  return (
    <Notice
      icon={IconUserCheck}
      tone="warning"
      title={t('approval.title')}
      actions={barred || !decides ? undefined : <Answers campaign={campaign} request={request} />}
    >
      <p>
        {t('approval.text', {
          count: request.recipients,
          number: formatNumber(request.recipients),
          limit: formatNumber(request.above),
        })}{' '}
        {t('approval.asked', {
          name: request.asked_by?.full_name || t('approval.somebody'),
          date: formatDateTime(request.asked_at),
        })}
      </p>
      <p>
        {isLate(campaign)
          ? t('approval.late', { end: formatDateTime(campaign.end_date) })
          : t('approval.ahead', { start: formatDateTime(campaign.start_date) })}{' '}
        {barred && `${t(`approval.bar.${barred}`)} ${who}`}
      </p>
    </Notice>
  );
};

/**
 * The approval request or its decision, shown while the planned campaign is held back. `decides`: with the buttons; the page with the
 * emails has its own.
 */
export const ApprovalBanner = ({ campaign, request, decides }: Props & { decides: boolean }): ReactNode => {
  const t = useT('campaigns');
  if (campaign.approval === 'waiting') return <Waiting campaign={campaign} request={request} decides={decides} />;
  if (campaign.approval !== 'rejected') return null;
  const over = campaign.status === 'failed';
  return (
    <Notice icon={IconUserX} tone="bad" title={t('approval.rejected')}>
      <p>
        {t('approval.rejected_by', {
          name: request.decided_by?.full_name || t('approval.somebody'),
          date: request.decided_at === null ? '' : formatDateTime(request.decided_at),
        })}{' '}
        {request.note}
      </p>
      {!over && <p>{t('approval.rejected_next')}</p>}
    </Notice>
  );
};
