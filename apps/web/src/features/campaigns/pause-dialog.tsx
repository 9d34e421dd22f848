import { ActionIcon, Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Campaign, CampaignRow } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

type Props = {
  readonly campaign: CampaignRow & Partial<Pick<Campaign, 'sending' | 'spread'>>;
  readonly compact?: boolean;
};

const PauseText = ({ campaign }: Pick<Props, 'campaign'>): ReactNode => {
  const t = useT('campaigns');
  const { sending } = campaign;
  const count = sending ? sending.queued + sending.claimed + sending.retry : 0;
  return (
    <>
      {count > 0 && <p>{t('pause.waiting', { count, number: formatNumber(count) })}</p>}
      <p>{t('pause.text')}</p>
      <p>{t('pause.end', { date: formatDateTime(campaign.end_date) })}</p>
      {campaign.has_follow_up && <p>{t('pause.follow_up')}</p>}
    </>
  );
};

/** Pauses or resumes an active campaign after a question that names its end; nothing for other campaigns. */
export const PauseButton = ({ campaign, compact = false }: Props): ReactNode => {
  const t = useT('campaigns');
  const [asking, setAsking] = useState(false);
  const pause = useWrite('campaigns.pause', { tip: 'tips:campaign.paused' });
  const resume = useWrite('campaigns.resume', { tip: 'tips:campaign.resumed' });
  if (campaign.status !== 'active') return null;
  const paused = campaign.paused_at !== null;
  const write = paused ? resume : pause;
  const Icon = paused ? IconPlayerPlay : IconPlayerPause;
  const close = (): void => setAsking(false);
  return (
    <>
      {compact ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${t(paused ? 'resume.open' : 'pause.open')}: ${campaign.name}`}
          title={t(paused ? 'resume.open' : 'pause.open')}
          onClick={() => setAsking(true)}
        >
          <Icon size={16} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<Icon size={16} />} onClick={() => setAsking(true)}>
          {t(paused ? 'resume.open' : 'pause.open')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={t(paused ? 'resume.title' : 'pause.title', { name: campaign.name })}
        action={t(paused ? 'resume.action' : 'pause.action')}
        danger={false}
        busy={write.isPending}
        onClose={close}
        onConfirm={() => write.mutate({ id: campaign.id }, { onSuccess: close })}
      >
        {paused ? (
          t(campaign.spread === false ? 'resume.at_once' : 'resume.spread', {
            date: formatDateTime(campaign.end_date),
          })
        ) : (
          <PauseText campaign={campaign} />
        )}
      </ConfirmDialog>
    </>
  );
};
