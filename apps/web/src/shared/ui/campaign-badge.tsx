import type { ReactNode } from 'react';
import { shownStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { useT } from '../i18n/use-t.ts';
import { StatusBadge, type Tone } from './badges.tsx';

const tones: Record<ReturnType<typeof shownStatus>, Tone> = {
  creating: 'planned',
  planned: 'planned',
  waiting: 'warning',
  rejected: 'bad',
  active: 'active',
  paused: 'warning',
  completed: 'neutral',
  failed: 'bad',
};

/** The status of a campaign in one word. */
export const CampaignBadge = ({ campaign }: { campaign: Parameters<typeof shownStatus>[0] }): ReactNode => {
  const t = useT('commons');
  const status = shownStatus(campaign);
  return <StatusBadge tone={tones[status]}>{t(`campaign_status.${status}`)}</StatusBadge>;
};
